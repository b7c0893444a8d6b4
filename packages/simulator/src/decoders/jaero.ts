/*
 * JAERO: Inmarsat Aero. It joins fragments by itself and prints only the whole, sends Latin-1
 * bytes, and knows neither frequency nor level. `JSONdump` is what networks ask for; the flat
 * `JSON` has no member for a station and shares its socket with status objects.
 */
import { isLastBlock, textOnAir } from "../air/acars-block.ts";
import type { AcarsBlock } from "../air/acars-block.ts";
import { expectMessage, decodedMembers, membersOfBlock } from "../expected-message.ts";
import type { ExpectedMessage } from "../expected-message.ts";
import type { ReceivedTransmission } from "../received-transmission.ts";
import { jsonObject, quoted } from "../json-text.ts";
import type { SeededRandom } from "../random.ts";
import { identField, secondsAndMicroseconds } from "./decoder-output.ts";
import type { DecoderWriter, DecoderOutput } from "./decoder-output.ts";

/** Share of the flat output that is a status of the demodulator instead. */
const statusShare = 0.15;

export const writeJaeroDump: DecoderWriter = (received, random) => {
  const block = wholeBlock(received);
  if (block === null) return null;
  const text = wholeText(block);
  const acars = jsonObject([
    ["mode", quoted(block.mode)],
    ["ack", quoted(block.ack ?? "!")],
    ["blk_id", quoted(block.blockId ?? " ")],
    ["label", quoted(block.label)],
    ["reg", quoted(block.tail)],
    ["flight", block.flightId && quoted(block.flightId)],
    ["msg_text", quoted(numbered(block, text))],
    [block.application?.name ?? "arinc622", block.application && block.application.json],
  ]);
  const aircraft = `{"type":"Aircraft Earth Station","addr":${quoted(addressOf(received))}}`;
  const ground = `{"type":"Ground Earth Station","addr":${quoted(received.transmission.groundAddress)}}`;
  const down = block.direction === "downlink";
  const { sec, usec } = secondsAndMicroseconds(received.stampMs);
  const isu = jsonObject([
    ["acars", acars],
    ["refno", quoted(`0${random.integer(0, 9)}`)],
    ["qno", quoted(`0${random.integer(1, 4)}`)],
    ["src", down ? aircraft : ground],
    ["dst", down ? ground : aircraft],
  ]);
  const json = jsonObject([
    [
      "app",
      jsonObject([
        ["name", quoted("JAERO")],
        ["ver", quoted("1.0.4.14")],
      ]),
    ],
    ["isu", isu],
    ["t", `{"sec":${sec},"usec":${usec}}`],
    ["station", identField(received)],
  ]);
  return latin1(json, { ...expected(received, block, text), ...decodedMembers(block) });
};

export const writeJaeroFlat: DecoderWriter = (received, random) => {
  if (random.chance(statusShare)) return latin1(statusJson(received, random), null);
  const block = wholeBlock(received);
  if (block === null) return null;
  const text = wholeText(block);
  const second = Math.floor(received.stampMs / 1_000);
  const json = jsonObject([
    ["AESID", quoted(addressOf(received))],
    ["BI", quoted(block.blockId ?? " ")],
    ["FLIGHT", block.flightId && quoted(block.flightId)],
    ["GESID", quoted(received.transmission.groundAddress)],
    ["LABEL", quoted(block.label)],
    ["MESSAGE", quoted(numbered(block, text))],
    ["MODE", quoted(block.mode)],
    ["NAME", quoted("JAERO")],
    ["NONACARS", "false"],
    ["QNO", quoted(`0${random.integer(1, 4)}`)],
    ["REFNO", quoted(`0${random.integer(0, 9)}`)],
    ["REG", quoted(block.tail)],
    ["TAK", quoted(block.ack ?? "!")],
    ["TIME", String(second)],
    ["TIME_UTC", quoted(new Date(second * 1_000).toISOString().slice(0, 19).replace("T", " "))],
  ]);
  return latin1(json, { ...expected(received, block, text), receivedAtMs: second * 1_000 });
};

function statusJson(received: ReceivedTransmission, random: SeededRandom): string {
  return jsonObject([
    ["DCD", "true"],
    ["FREQUENCY", String(random.integer(8_000, 12_000))],
    ["NAME", quoted("JAERO")],
    ["SNR", random.between(4, 12).toFixed(2)],
    ["TIME", String(Math.floor(received.stampMs / 1_000))],
  ]);
}

/** The last block if the whole message was received; JAERO never prints an incomplete message. */
function wholeBlock(received: ReceivedTransmission): AcarsBlock | null {
  const { content } = received.transmission;
  if (content.kind !== "acars") return null;
  const whole = received.reassembly === "skipped" || received.reassembly === "complete";
  return whole && isLastBlock(content) ? content : null;
}

/** Returns the text as JAERO's window shows it: without carriage returns, later lines indented by a tab. */
function wholeText(block: AcarsBlock): string {
  return textOnAir(block, block.fragment?.wholeText ?? block.text)
    .replaceAll("\r", "\n")
    .replaceAll("\n\n", "\n")
    .replace(/\n$/, "")
    .replaceAll("\n", "\n\t");
}

/** Message number and flight stay at the head of what aircraft send. */
function numbered(block: AcarsBlock, text: string): string {
  return block.direction === "downlink" ? firstNumber(block) + (block.flightId ?? "") + text : text;
}

/** Header of the message's first block; the block id is the last one's. */
function firstNumber(block: AcarsBlock): string {
  return block.messageNumber === null ? "" : `${block.messageNumber.slice(0, 3)}A`;
}

function addressOf(received: ReceivedTransmission): string {
  return received.transmission.airframe?.icao ?? "";
}

function latin1(json: string, expectedMessage: ExpectedMessage | null): DecoderOutput {
  return { json, end: "", encoding: "latin1", expected: expectedMessage };
}

function expected(
  received: ReceivedTransmission,
  block: AcarsBlock,
  text: string,
): ExpectedMessage {
  const icao = addressOf(received);
  const ground = received.transmission.groundAddress;
  const down = block.direction === "downlink";
  return expectMessage(received, {
    source: "jaero",
    sourceType: "aero-acars",
    ...membersOfBlock(block),
    messageNumber: down ? firstNumber(block) : null,
    text,
    fromHex: down ? icao : ground,
    toHex: down ? ground : icao,
    icao,
  });
}
