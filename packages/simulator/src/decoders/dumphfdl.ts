import { isHfdlPdu } from "../air/transmission.ts";
import type { HfdlFrequencyData, HfdlLink, HfdlPdu, Transmission } from "../air/transmission.ts";
import { expectMessage, decodedMembers, membersOfBlock } from "../expected-message.ts";
import type { ExpectedMessage } from "../expected-message.ts";
import { joinedText } from "../received-transmission.ts";
import type { ReceivedTransmission } from "../received-transmission.ts";
import { fixed6, jsonObject, quoted } from "../json-text.ts";
import type { JsonField } from "../json-text.ts";
import type { SeededRandom } from "../random.ts";
import {
  addressInfo,
  frequenciesJson,
  groundJson,
  performanceJson,
  positionJson,
  squitterJson,
  systemTableJson,
  timeOfDay,
  typeJson,
} from "./hfdl-pdus.ts";
import { libacarsBlock } from "./libacars-block.ts";
import { identField, line, secondsAndMicroseconds } from "./decoder-output.ts";
import type { DecoderWriter } from "./decoder-output.ts";

interface Pdu {
  readonly name: "spdu" | "lpdu";
  readonly json: string;
  readonly expected: ExpectedMessage | null;
}

/** The id that an aircraft has until it is logged on. */
const noAircraftId = 255;

const lpduTypes = {
  "frequency-data": typeJson(13, "Unnumbered data"),
  "logon-resume": typeJson(79, "Logon resume"),
  "logon-request": typeJson(191, "Logon request (DLS)"),
} as const;

/** dumphfdl: HFDL, frequencies in Hz, every PDU printed with a newline after it. */
export const writeDumphfdl: DecoderWriter = (received, random) => {
  const { content } = received.transmission;
  if (!isHfdlPdu(content)) return null;
  const pdu = pduOf(received, content, random);
  const { sec, usec } = secondsAndMicroseconds(received.stampMs);
  const down = fromAircraft(received.transmission);
  const hfdl = jsonObject([
    [
      "app",
      jsonObject([
        ["name", quoted("dumphfdl")],
        ["ver", quoted("1.7.0")],
      ]),
    ],
    ["station", identField(received)],
    ["t", `{"sec":${sec},"usec":${usec}}`],
    ["freq", String(received.frequencyHz)],
    ["bit_rate", random.chance(0.8) ? "300" : "600"],
    ["sig_level", fixed6(received.level)],
    ["noise_level", fixed6(received.noise)],
    ["freq_skew", fixed6(random.between(-12, 12))],
    ["slot", quoted(down ? "S" : "D")],
    [pdu.name, pdu.json],
  ]);
  return line(jsonObject([["hfdl", hfdl]]), pdu.expected);
};

function pduOf(received: ReceivedTransmission, content: HfdlPdu, random: SeededRandom): Pdu {
  const { transmission } = received;
  switch (content.kind) {
    case "hfdl-squitter":
      return { name: "spdu", json: squitterJson(content), expected: null };
    case "hfdl-system-table": {
      const type = typeJson(13, "Unnumbered data");
      const json = lpdu(transmission, content.link, type, [
        ["hfnpdu", systemTableJson(content.part)],
      ]);
      return { name: "lpdu", json, expected: null };
    }
    case "hfdl-performance": {
      const type = typeJson(13, "Unnumbered data");
      const json = lpdu(transmission, content.link, type, [
        ["hfnpdu", performanceJson(content, received, random)],
      ]);
      const expected = expectMessage(received, {
        ...common(received, content.link),
        kind: "performance",
        flightNumber: content.flightId,
        ...content.position,
      });
      return { name: "lpdu", json, expected };
    }
    case "hfdl-frequency-data":
      return frequencyData(received, content);
    case "hfdl-envelope": {
      const text = joinedText(content.block, received.reassembly);
      const type = typeJson(29, "Unnumbered ack'ed data");
      const hfnpdu = jsonObject([
        ["err", "false"],
        ["type", typeJson(255, "Enveloped data")],
        ["acars", libacarsBlock(content.block, text)],
      ]);
      const expected = expectMessage(received, {
        ...common(received, content.link),
        ...membersOfBlock(content.block),
        text,
        ...decodedMembers(content.block),
      });
      return {
        name: "lpdu",
        json: lpdu(transmission, content.link, type, [["hfnpdu", hfnpdu]]),
        expected,
      };
    }
    case "hfdl-logon-confirm":
      return loggedOn(received, content.link, typeJson(159, "Logon confirm"), [
        ["assigned_ac_id", String(content.assignedId)],
      ]);
    case "hfdl-logoff":
      return loggedOn(received, content.link, typeJson(63, "Logoff request"), [
        ["reason", `{"code":6,"descr":"Other"}`],
      ]);
  }
}

/** Frames of the link's own that name an aircraft, and say neither where it is nor its flight. */
function loggedOn(
  received: ReceivedTransmission,
  link: HfdlLink,
  type: string,
  rest: readonly JsonField[],
): Pdu {
  const json = lpdu(received.transmission, { ...link, aircraftId: noAircraftId }, type, [
    ["ac_info", addressInfo(received.transmission)],
    ...rest,
  ]);
  return { name: "lpdu", json, expected: null };
}

function frequencyData(received: ReceivedTransmission, content: HfdlFrequencyData): Pdu {
  const { transmission } = received;
  const isLogon = content.lpdu !== "frequency-data";
  const link = isLogon ? { ...content.link, aircraftId: noAircraftId } : content.link;
  const hfnpdu = jsonObject([
    ["err", "false"],
    ["type", typeJson(213, "Frequency data")],
    ["flight_id", quoted(content.flightId)],
    ["pos", positionJson(content.position)],
    ["utc_time", timeOfDay(received.stampMs)],
    ["freq_data", frequenciesJson(content)],
  ]);
  const json = lpdu(transmission, link, lpduTypes[content.lpdu], [
    ["ac_info", isLogon ? addressInfo(transmission) : null],
    ["hfnpdu", hfnpdu],
  ]);
  const expected = expectMessage(received, {
    ...common(received, isLogon ? { ...link, addressKnown: true } : link),
    kind: "frequency",
    flightNumber: content.flightId,
    ...content.position,
  });
  return { name: "lpdu", json, expected };
}

function lpdu(
  transmission: Transmission,
  link: HfdlLink,
  type: string,
  rest: readonly JsonField[],
): string {
  const cached = link.addressKnown && link.aircraftId !== noAircraftId;
  const aircraft = jsonObject([
    ["type", quoted("Aircraft")],
    ["id", String(link.aircraftId)],
    ["ac_info", cached ? addressInfo(transmission) : null],
  ]);
  const ground = groundJson(link.ground);
  const down = fromAircraft(transmission);
  return jsonObject([
    ["err", "false"],
    ["src", down ? aircraft : ground],
    ["dst", down ? ground : aircraft],
    ["type", type],
    ...rest,
  ]);
}

function fromAircraft(transmission: Transmission): boolean {
  const { content } = transmission;
  if (content.kind === "hfdl-envelope") return content.block.direction === "downlink";
  return content.kind === "hfdl-performance" || content.kind === "hfdl-frequency-data";
}

function common(received: ReceivedTransmission, link: HfdlLink) {
  const { transmission } = received;
  const icao = link.addressKnown ? (transmission.airframe?.icao ?? null) : null;
  const down = fromAircraft(transmission);
  return {
    source: "dumphfdl",
    sourceType: "hfdl",
    linkDirection: down ? ("downlink" as const) : ("uplink" as const),
    fromHex: down ? icao : null,
    toHex: down ? null : icao,
    icao,
    frequency: received.frequencyHz / 1e6,
    level: Number(fixed6(received.level)),
  };
}
