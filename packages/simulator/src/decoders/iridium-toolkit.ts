/*
 * iridium-toolkit: ACARS over Iridium, in its present layout and in the flat one of 2022. Its
 * "uplink" is the satellite's: up to the satellite, so down from the aircraft.
 */
import { isLastBlock, textOnAir } from "../air/acars-block.ts";
import type { AcarsBlock } from "../air/acars-block.ts";
import { expectMessage, membersOfBlock } from "../expected-message.ts";
import type { ExpectedMessage } from "../expected-message.ts";
import type { ReceivedTransmission } from "../received-transmission.ts";
import { jsonObject, quoted } from "../json-text.ts";
import { identField, line } from "./decoder-output.ts";
import type { DecoderWriter } from "./decoder-output.ts";

const frameHeader = "03e8010100000001";
const nak = "\u0015";
const del = "\u007f";

export const writeIridiumToolkit: DecoderWriter = (received, random) => {
  const { content } = received.transmission;
  if (content.kind !== "acars") return null;
  const frequency = (received.frequencyHz + random.fraction()).toFixed(3);
  const level = received.level.toFixed(2);
  const acars = jsonObject([
    ["timestamp", quoted(`${wholeSecond(received)}+00:00`)],
    ["errors", String(received.errors)],
    ["link_direction", quoted(content.direction === "downlink" ? "uplink" : "downlink")],
    ["block_end", String(isLastBlock(content))],
    ["mode", quoted(content.mode)],
    ["tail", quoted(content.tail)],
    ["flight", content.flightId && quoted(content.flightId)],
    ["label", quoted(content.label)],
    ["block_id", quoted(content.blockId ?? " ")],
    ["message_number", content.messageNumber && quoted(content.messageNumber)],
    ["ack", quoted(content.ack ?? "!")],
    ["text", quoted(textOnAir(content))],
  ]);
  const json = jsonObject([
    [
      "app",
      jsonObject([
        ["name", quoted("iridium-toolkit")],
        ["version", quoted("0.0.1")],
      ]),
    ],
    ["source", sourceJson(received)],
    ["acars", acars],
    ["freq", frequency],
    ["level", level],
    ["header", quoted(frameHeader)],
  ]);
  const known = {
    frequency: Number(frequency) / 1e6,
    level: Number(level),
    error: received.errors,
  };
  return line(json, expected(received, content, known));
};

/** The layout of 2022 is attested for what goes to aircraft only, so only that is written. */
export const writeIridiumToolkit2022: DecoderWriter = (received) => {
  const { content } = received.transmission;
  if (content.kind !== "acars" || content.direction !== "uplink") return null;
  const json = jsonObject([
    ["header", quoted(frameHeader)],
    ["errors", quoted("")],
    ["timestamp", quoted(wholeSecond(received))],
    ["mode", quoted(content.mode)],
    ["tail", quoted(content.tail)],
    ["ack", quoted(content.ack ?? nak)],
    ["label", quoted(content.label.replace("_d", `_${del}`))],
    ["block_id", quoted(content.blockId ?? " ")],
    ["text", quoted(textOnAir(content))],
    ["continues", String(!isLastBlock(content))],
    ["uplink", "false"],
    ["source", sourceJson(received)],
  ]);
  return line(json, expected(received, content, {}));
};

function sourceJson(received: ReceivedTransmission): string {
  return jsonObject([
    ["transport", quoted("iridium")],
    ["protocol", quoted("acars")],
    ["station_id", identField(received)],
  ]);
}

function expected(
  received: ReceivedTransmission,
  block: AcarsBlock,
  known: Partial<ExpectedMessage>,
): ExpectedMessage {
  return expectMessage(received, {
    source: "iridium-toolkit",
    sourceType: "iridium-acars",
    ...membersOfBlock(block),
    receivedAtMs: Math.floor(received.stampMs / 1_000) * 1_000,
    text: textOnAir(block),
    ...known,
  });
}

function wholeSecond(received: ReceivedTransmission): string {
  return new Date(received.stampMs).toISOString().slice(0, 19);
}
