import { finishBlock, readAirport, readFlightNumber } from "./members/acars-block.ts";
import { icaoOf, readHexAddress } from "./members/address.ts";
import { atnApplications, logonRequest } from "./members/atn.ts";
import { vdlGroundStation } from "./members/ground-station.ts";
import {
  type MessageDraft,
  type ParseResult,
  decoded,
  draftOf,
  ignored,
  rejected,
} from "./decoded-message.ts";
import { type Fields, fieldsOf, finiteNumber, headerText, isFields } from "./fields.ts";
import { setLibacarsBlock } from "./members/libacars-block.ts";
import { setPosition } from "./members/position.ts";
import { frequencyOfHz, timeOfSecUsec } from "./members/reception.ts";
import { readSignal, skewOfPpm } from "./members/signal.ts";

/** dumpvdl2: VDL2, one nested object per frame. */

export function readDumpvdl2(vdl2: unknown): ParseResult {
  if (!isFields(vdl2)) return rejected("bad-field", "vdl2: not an object");
  const avlc = fieldsOf(vdl2.avlc);
  const draft = draftOf("dumpvdl2", "vdl", "acars");
  draft.stationIdent = headerText(vdl2.station);
  draft.stationTimeMs = timeOfSecUsec(vdl2.t);
  draft.frequency = frequencyOfHz(vdl2.freq);
  draft.level = finiteNumber(vdl2.sig_level);
  draft.signal = readSignal({
    level: draft.level,
    noise: vdl2.noise_level,
    skewHz: skewOfPpm(vdl2.freq_skew, draft.frequency),
    octetsCorrected: vdl2.octets_corrected_by_fec,
  });
  // Octets that the FEC corrected in the burst are no errors: the frame's own checksum is right.
  draft.error = 0;
  setAddresses(draft, fieldsOf(avlc.src), fieldsOf(avlc.dst));
  if (isFields(avlc.acars)) return finishAcars(draft, avlc.acars);
  if (isFields(avlc.xid)) return finishXid(draft, avlc.xid);
  if (isFields(avlc.x25)) return finishX25(draft, avlc.x25);
  return ignored("link-frame", draft);
}

function finishAcars(draft: MessageDraft, acars: Fields): ParseResult {
  if (acars.err === true) return rejected("decoder-error", "vdl2.avlc.acars.err");
  setLibacarsBlock(draft, acars);
  return finishBlock(draft);
}

/** Accepts an XID with a position or destination; the location of a ground station is no position. */
function finishXid(draft: MessageDraft, xid: Fields): ParseResult {
  if (xid.err === true) return rejected("decoder-error", "vdl2.avlc.xid.err");
  draft.kind = "xid";
  if (Array.isArray(xid.vdl_params)) {
    for (const param of xid.vdl_params) setXidParam(draft, fieldsOf(param));
  }
  const isWorthIt = draft.latitude !== null || draft.destinationAirport !== null;
  return isWorthIt ? decoded(draft) : ignored("link-frame", draft);
}

/** Accepts a packet with an application of the ATN. A logon names flight and airports. */
function finishX25(draft: MessageDraft, x25: Fields): ParseResult {
  const applications = x25.err === true ? null : atnApplications(x25);
  if (applications === null) return ignored("link-frame", draft);
  const logon = logonRequest(applications);
  draft.kind = logon === null ? "atn" : "logon";
  draft.applications = { x25 };
  draft.flightNumber = readFlightNumber(logon?.flight_id);
  draft.departingAirport = readAirport(logon?.departure_airport);
  draft.destinationAirport = readAirport(logon?.destination_airport);
  return decoded(draft);
}

function setXidParam(draft: MessageDraft, param: Fields): void {
  if (param.name === "dst_airport") {
    // An IATA code fills four characters with a dot.
    const code = headerText(param.value);
    draft.destinationAirport = readAirport(code?.replace(/\.$/, ""));
  } else if (param.name === "ac_location") {
    const value = fieldsOf(param.value);
    const loc = fieldsOf(value.loc);
    setPosition(draft, loc.lat, loc.lon, value.alt);
  }
}

/** Sets the addresses. dumpvdl2 prints the broadcast address FFFFFF as an aircraft, but it is no airframe. */
function setAddresses(draft: MessageDraft, src: Fields, dst: Fields): void {
  draft.fromHex = readHexAddress(src.addr);
  draft.toHex = readHexAddress(dst.addr);
  if (src.type === "Aircraft") {
    draft.linkDirection = "downlink";
    draft.icao = icaoOf(draft.fromHex);
    draft.onGround = readStatus(src.status);
    if (dst.type === "Ground station") draft.groundStation = vdlGroundStation(draft.toHex);
  } else if (src.type === "Ground station") {
    draft.linkDirection = "uplink";
    draft.groundStation = vdlGroundStation(draft.fromHex);
    draft.icao = dst.type === "Aircraft" ? icaoOf(draft.toHex) : null;
  }
}

/** Reads the status of an aircraft. Ground stations have one too, which means nothing. */
function readStatus(status: unknown): boolean | null {
  if (status === "On ground") return true;
  return status === "Airborne" ? false : null;
}
