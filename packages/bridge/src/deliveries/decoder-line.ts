import type { Message } from "@jetwire/protocol";
import type { Received } from "../received.ts";

/*
 * Messages in the form in which decoders send them, so that their usual receivers understand them. The stream has no
 * raw objects, so they are made from the message: acarsdec for VHF ACARS, dumpvdl2 for VDL2, dumphfdl for HFDL, SatDump
 * for Inmarsat, iridium-toolkit for Iridium. Receivers know the program by the members, and by `app.name`.
 */

type Fields = Readonly<Record<string, unknown>>;

const version = "jetwire-bridge";
const nak = 21;

/** Returns the line of a message; null if its decoder would have no form for it. */
export function decoderLine({ message, ident }: Received): string | null {
  const object = objectOf(message, ident);
  return object === null ? null : JSON.stringify(object);
}

function objectOf(message: Message, ident: string): Fields | null {
  switch (message.sourceType) {
    case "vdl":
      return dumpvdl2(message, ident);
    case "hfdl":
      return dumphfdl(message, ident);
    case "aero-acars":
      return message.label === null ? null : satdump(message, ident);
    case "iridium-acars":
      return message.label === null ? null : iridiumToolkit(message, ident);
    default:
      return message.label === null ? null : acarsdec(message, ident);
  }
}

function acarsdec(message: Message, ident: string): Fields {
  return compact({
    timestamp: Date.parse(message.timestamp) / 1_000,
    station_id: ident,
    channel: message.channel ?? 0,
    freq: message.frequency ?? 0,
    level: message.level,
    error: message.error,
    mode: message.mode,
    label: message.label,
    block_id: message.blockId,
    ack: message.ack ?? false,
    tail: message.tail,
    flight: message.flightNumber,
    msgno: message.messageNumber,
    text: message.text,
    end: isUnfinished(message) || null,
    depa: message.departingAirport,
    dsta: message.destinationAirport,
    sublabel: message.sublabel,
    mfi: message.mfi,
  });
}

function dumpvdl2(message: Message, ident: string): Fields | null {
  const payload = message.label === null ? xid(message) : information(message);
  if (payload === null) return null;
  const isUplink = message.linkDirection === "uplink";
  const status = message.onGround === true ? "On ground" : "Airborne";
  const [source, target] = isUplink
    ? ["Ground station", "Aircraft"]
    : ["Aircraft", "Ground station"];
  return {
    vdl2: {
      ...heading(message, ident, "dumpvdl2"),
      burst_len_octets: 0,
      hdr_bits_fixed: 0,
      octets_corrected_by_fec: message.octetsCorrected ?? 0,
      idx: 0,
      avlc: {
        src: {
          addr: message.fromHex ?? "000000",
          type: source,
          status: isUplink ? "On ground" : status,
        },
        dst: { addr: message.toHex ?? "000000", type: target },
        cr: "Command",
        ...payload,
      },
    },
  };
}

function information(message: Message): Fields {
  return { frame_type: "I", rseq: 0, sseq: 0, poll: false, acars: libacars(message) };
}

/** Returns a frame without ACARS, which tells the position of the aircraft; null if the message has none. */
function xid(message: Message): Fields | null {
  const { latitude: lat, longitude: lon, altitude, positionSource, destinationAirport } = message;
  if (lat === null || lon === null || positionSource !== "structured") return null;
  const location = { name: "ac_location", value: { loc: { lat, lon }, alt: altitude ?? 0 } };
  const destination = { name: "dst_airport", value: destinationAirport };
  return {
    frame_type: "U",
    cmd: "XID",
    pf: false,
    xid: {
      err: false,
      type: "XID_CMD_HO",
      type_descr: "Handoff request",
      pub_params: [],
      vdl_params: destinationAirport === null ? [location] : [location, destination],
    },
  };
}

function dumphfdl(message: Message, ident: string): Fields | null {
  const payload = message.label === null ? performance(message) : enveloped(message);
  if (payload === null) return null;
  const isUplink = message.linkDirection === "uplink";
  const icao = isUplink ? message.toHex : message.fromHex;
  const isKnown = icao !== null && /^[0-9A-F]{6}$/.test(icao);
  const aircraft = { type: "Aircraft", id: 0, ...(isKnown && { ac_info: { icao } }) };
  const ground = { type: "Ground station", id: 0 };
  const [src, dst] = isUplink ? [ground, aircraft] : [aircraft, ground];
  return {
    hfdl: {
      ...heading(message, ident, "dumphfdl"),
      bit_rate: message.bitRate ?? 300,
      slot: message.slot ?? "S",
      lpdu: {
        err: false,
        src,
        dst,
        type: { id: 13, name: "Unnumbered data" },
        hfnpdu: { err: false, ...payload },
      },
    },
  };
}

function enveloped(message: Message): Fields {
  return { type: { id: 255, name: "Enveloped data" }, acars: libacars(message) };
}

function performance(message: Message): Fields | null {
  const { latitude: lat, longitude: lon, flightNumber } = message;
  if (lat === null || lon === null) return null;
  return compact({
    type: { id: 209, name: "Performance data" },
    flight_id: flightNumber,
    pos: { lat, lon },
  });
}

/** Returns the members that objects of dumpvdl2 and dumphfdl begin with. */
function heading(message: Message, ident: string, name: string): Fields {
  const ms = Date.parse(message.timestamp);
  return compact({
    app: { name, ver: version },
    station: ident,
    t: { sec: Math.floor(ms / 1_000), usec: (ms % 1_000) * 1_000 },
    freq: Math.round((message.frequency ?? 0) * 1_000_000),
    sig_level: message.level,
    noise_level: message.noise ?? null,
  });
}

function libacars(message: Message): Fields {
  const number = message.messageNumber;
  return compact({
    err: false,
    crc_ok: true,
    more: isUnfinished(message),
    reg: (message.tail ?? "").padStart(7, "."),
    mode: message.mode ?? "2",
    label: message.label,
    blk_id: message.blockId ?? "",
    ack: message.ack ?? "!",
    flight: message.flightNumber,
    msg_num: number === null ? null : number.slice(0, 3),
    msg_num_seq: number?.slice(3) || null,
    sublabel: message.sublabel,
    mfi: message.mfi,
    msg_text: message.text ?? "",
  });
}

function satdump(message: Message, ident: string): Fields {
  const isUplink = message.linkDirection === "uplink";
  const [aircraft, ground] = isUplink
    ? [message.toHex, message.fromHex]
    : [message.fromHex, message.toHex];
  const text = message.text ?? "";
  return compact({
    bi: codeOf(message.blockId) ?? 0,
    has_text: text !== "",
    label: message.label,
    message: `${isUplink ? "" : headOf(message)}${text}`,
    mode: codeOf(message.mode) ?? codeOf("2"),
    more_to_come: isUnfinished(message),
    msg_name: "ACARS",
    plane_reg: (message.tail ?? "").padStart(7, "."),
    signal_unit: {
      message_type: 0,
      aes_id: Number.parseInt(aircraft ?? "0", 16),
      ges_id: Number.parseInt(ground ?? "0", 16),
      q_no: 0,
      ref_no: 0,
      seq_no: 0,
      no_of_bytes_in_last_su: 0,
    },
    source: { station_id: ident, app: { name: "SatDump", version } },
    tak: codeOf(message.ack) ?? nak,
    timestamp: Math.floor(Date.parse(message.timestamp) / 1_000),
  });
}

/** Returns what a downlink begins with, which SatDump leaves in the text: message number and flight. */
function headOf({ messageNumber, flightNumber }: Message): string {
  const head = `${messageNumber ?? ""}${flightNumber ?? ""}`;
  return /^[A-Z]\d\d[A-Z][A-Z0-9]{6}$/.test(head) ? head : "";
}

function iridiumToolkit(message: Message, ident: string): Fields {
  return {
    app: { name: "iridium-toolkit", version },
    source: { transport: "iridium", protocol: "acars", station_id: ident },
    acars: compact({
      // acars_router reads no other form of the offset.
      timestamp: message.timestamp.replace(/\.\d+Z$/, "Z"),
      errors: message.error ?? 0,
      // It goes up to the satellite, so it is from the aircraft.
      link_direction: message.linkDirection === "uplink" ? "downlink" : "uplink",
      block_end: !isUnfinished(message),
      mode: message.mode ?? "2",
      tail: message.tail ?? "",
      flight: message.flightNumber,
      label: message.label,
      block_id: message.blockId ?? "",
      message_number: message.messageNumber,
      ack: message.ack ?? "!",
      text: message.text ?? "",
    }),
    freq: (message.frequency ?? 0) * 1_000_000,
    level: message.level ?? 0,
    header: "",
  };
}

function isUnfinished({ assembly }: Message): boolean {
  return assembly?.status === "in-progress";
}

function codeOf(character: string | null): number | null {
  return character?.charCodeAt(0) ?? null;
}

/** Leaves out what is unknown. */
function compact(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
