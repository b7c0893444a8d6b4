import { isVdlFrame } from "../air/transmission.ts";
import type { Transmission, VdlFrame, VdlGroundInformation, VdlXid } from "../air/transmission.ts";
import { expectMessage, decodedMembers, membersOfBlock } from "../expected-message.ts";
import type { ExpectedMessage } from "../expected-message.ts";
import { joinedText } from "../received-transmission.ts";
import type { ReceivedTransmission } from "../received-transmission.ts";
import { fixed6, jsonArray, jsonObject, quoted } from "../json-text.ts";
import type { JsonField } from "../json-text.ts";
import type { SeededRandom } from "../random.ts";
import { atnPacket } from "./atn-packet.ts";
import { libacarsBlock } from "./libacars-block.ts";
import { fromAircraft, knownAltitude, vdlLink } from "./vdl-addresses.ts";
import { bare, identField, secondsAndMicroseconds } from "./decoder-output.ts";
import type { DecoderWriter } from "./decoder-output.ts";

const broadcastAddress = "FFFFFF";

/** dumpvdl2: VDL2, frequencies in Hz, every frame of the link layer printed. */
export const writeDumpvdl2: DecoderWriter = (received, random) => {
  const { content } = received.transmission;
  if (!isVdlFrame(content)) return null;
  const frame = frameOf(received, content, random);
  const { sec, usec } = secondsAndMicroseconds(received.stampMs);
  const vdl2 = jsonObject([
    [
      "app",
      jsonObject([
        ["name", quoted("dumpvdl2")],
        ["ver", quoted("2.5.1")],
      ]),
    ],
    ["station", identField(received)],
    ["t", `{"sec":${sec},"usec":${usec}}`],
    ["freq", String(received.frequencyHz)],
    ["burst_len_octets", String(random.integer(14, 254))],
    ["hdr_bits_fixed", String(random.chance(0.05) ? 1 : 0)],
    ["octets_corrected_by_fec", String(received.errors)],
    ["idx", String(received.transmission.burstIndex)],
    ["sig_level", fixed6(received.level)],
    ["noise_level", fixed6(received.noise)],
    ["freq_skew", fixed6(random.between(-3, 3))],
    ["avlc", frame.avlc],
  ]);
  return bare(jsonObject([["vdl2", vdl2]]), frame.expected);
};

function frameOf(
  received: ReceivedTransmission,
  content: VdlFrame,
  random: SeededRandom,
): { avlc: string; expected: ExpectedMessage | null } {
  const { transmission } = received;
  switch (content.kind) {
    case "acars": {
      const text = joinedText(content, received.reassembly);
      return {
        avlc: avlc(transmission, content, [
          ...informationFrame(random),
          ["acars", libacarsBlock(content, text)],
        ]),
        expected: expectMessage(received, {
          ...common(received, content),
          ...membersOfBlock(content),
          text,
          ...decodedMembers(content),
        }),
      };
    }
    case "vdl-atn": {
      const { logon, describes } = content.application;
      return {
        avlc: avlc(transmission, content, [
          ...informationFrame(random),
          ["x25", atnPacket(content, random)],
        ]),
        expected: expectMessage(received, {
          ...common(received, content),
          kind: logon === null ? "atn" : "logon",
          flightNumber: logon?.flightId ?? null,
          departingAirport: logon?.departure ?? null,
          destinationAirport: logon?.destination ?? null,
          application: describes,
        }),
      };
    }
    case "vdl-xid":
      return {
        avlc: avlc(transmission, content, [...exchangeFrame(true), ["xid", handoff(content)]]),
        expected: expectMessage(received, {
          ...common(received, content),
          kind: "xid",
          destinationAirport: content.destinationAirport,
          ...content.position,
          altitude: knownAltitude(content.position.altitude),
        }),
      };
    case "vdl-gsif":
      return {
        avlc: avlc(transmission, content, [
          ...exchangeFrame(false),
          ["xid", groundInformation(content)],
        ]),
        expected: null,
      };
    case "vdl-supervisory":
      return {
        avlc: avlc(transmission, content, supervisoryFrame(content.sequence)),
        expected: null,
      };
  }
}

function avlc(transmission: Transmission, frame: VdlFrame, rest: readonly JsonField[]): string {
  const down = fromAircraft(frame);
  // A ground station's status is always "On ground", and means nothing.
  const status = down && transmission.airborne ? "Airborne" : "On ground";
  const aircraft = quoted(transmission.airframe?.icao ?? broadcastAddress);
  const ground = quoted(transmission.groundAddress);
  return jsonObject([
    [
      "src",
      jsonObject([
        ["addr", down ? aircraft : ground],
        ["type", quoted(down ? "Aircraft" : "Ground station")],
        ["status", quoted(status)],
      ]),
    ],
    [
      "dst",
      jsonObject([
        ["addr", down ? ground : aircraft],
        ["type", quoted(down ? "Ground station" : "Aircraft")],
      ]),
    ],
    ...rest,
  ]);
}

function informationFrame(random: SeededRandom): JsonField[] {
  return [
    ["cr", quoted("Command")],
    ["frame_type", quoted("I")],
    ["rseq", String(random.integer(0, 7))],
    ["sseq", String(random.integer(0, 7))],
    ["poll", "false"],
  ];
}

function exchangeFrame(poll: boolean): JsonField[] {
  return [
    ["cr", quoted("Command")],
    ["frame_type", quoted("U")],
    ["cmd", quoted("XID")],
    ["pf", String(poll)],
  ];
}

function supervisoryFrame(sequence: number): JsonField[] {
  return [
    ["cr", quoted("Response")],
    ["frame_type", quoted("S")],
    ["cmd", quoted("Receive Ready")],
    ["pf", "true"],
    ["rseq", String(sequence)],
  ];
}

function handoff(xid: VdlXid): string {
  const { latitude, longitude, altitude } = xid.position;
  const location = `{"loc":{"lat":${fixed6(latitude)},"lon":${fixed6(longitude)}},"alt":${altitude}}`;
  return jsonObject([
    ["err", "false"],
    ["type", quoted("XID_CMD_HO")],
    ["type_descr", quoted("Handoff Initiation")],
    ["pub_params", publicParameters],
    [
      "vdl_params",
      jsonArray([
        parameter("param_set_id", quoted("V")),
        parameter("conn_mgmt", "1"),
        parameter("xid_sequencing", `{"seq":${xid.sequence},"retry":0}`),
        parameter("avlc_specific_options", "[37]"),
        parameter("dst_airport", quoted(xid.destinationAirport)),
        parameter("ac_location", location),
      ]),
    ],
  ]);
}

function groundInformation(gsif: VdlGroundInformation): string {
  const location = `{"lat":${fixed6(gsif.latitude)},"lon":${fixed6(gsif.longitude)}}`;
  return jsonObject([
    ["err", "false"],
    ["type", quoted("GSIF")],
    ["type_descr", quoted("Ground Station Information Frame")],
    ["pub_params", publicParameters],
    [
      "vdl_params",
      jsonArray([
        parameter("param_set_id", quoted("V")),
        parameter("avlc_specific_options", "[32]"),
        parameter("airport_coverage", quoted(gsif.airport)),
        parameter("gs_location", location),
      ]),
    ],
  ]);
}

const publicParameters = jsonArray([
  parameter("param_set_id", quoted("8885:1993")),
  parameter("procedure_classes", "[0,1]"),
  parameter("hdlc_options", "[32,132,128]"),
]);

function parameter(name: string, value: string): string {
  return `{"name":"${name}","value":${value}}`;
}

function common(received: ReceivedTransmission, frame: VdlFrame) {
  return {
    source: "dumpvdl2",
    ...vdlLink(received, frame),
    level: Number(fixed6(received.level)),
    error: received.errors,
  };
}
