/*
 * iridium-toolkit: ACARS over Iridium, in its present layout and in the flat one of 2022. Its
 * "uplink" is the satellite's: up to the satellite, so down from the aircraft.
 */
import { isLastBlock, textOnAir } from "../air/acars-block.ts";
import type { AcarsBlock } from "../air/acars-block.ts";
import { expectMessage, toldByBlock } from "../expected-message.ts";
import type { ExpectedMessage } from "../expected-message.ts";
import type { Heard } from "../hearing.ts";
import { jsonObject, quoted } from "../json-text.ts";
import { identField, line } from "./written.ts";
import type { DecoderWriter } from "./written.ts";

const HEADER = "03e8010100000001";
const NAK = "\u0015";
const DEL = "\u007f";

export const writeIridiumToolkit: DecoderWriter = (heard, random) => {
  const { content } = heard.transmission;
  if (content.kind !== "acars") return null;
  const frequency = (heard.frequencyHz + random.fraction()).toFixed(3);
  const level = heard.level.toFixed(2);
  const acars = jsonObject([
    ["timestamp", quoted(`${wholeSecond(heard)}+00:00`)],
    ["errors", String(heard.errors)],
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
    ["source", sourceJson(heard)],
    ["acars", acars],
    ["freq", frequency],
    ["level", level],
    ["header", quoted(HEADER)],
  ]);
  const told = {
    frequency: Number(frequency) / 1e6,
    level: Number(level),
    error: heard.errors,
  };
  return line(json, expected(heard, content, told));
};

/** The layout of 2022 is attested for what goes to aircraft only, so only that is written. */
export const writeIridiumToolkit2022: DecoderWriter = (heard) => {
  const { content } = heard.transmission;
  if (content.kind !== "acars" || content.direction !== "uplink") return null;
  const json = jsonObject([
    ["header", quoted(HEADER)],
    ["errors", quoted("")],
    ["timestamp", quoted(wholeSecond(heard))],
    ["mode", quoted(content.mode)],
    ["tail", quoted(content.tail)],
    ["ack", quoted(content.ack ?? NAK)],
    ["label", quoted(content.label.replace("_d", `_${DEL}`))],
    ["block_id", quoted(content.blockId ?? " ")],
    ["text", quoted(textOnAir(content))],
    ["continues", String(!isLastBlock(content))],
    ["uplink", "false"],
    ["source", sourceJson(heard)],
  ]);
  return line(json, expected(heard, content, {}));
};

function sourceJson(heard: Heard): string {
  return jsonObject([
    ["transport", quoted("iridium")],
    ["protocol", quoted("acars")],
    ["station_id", identField(heard)],
  ]);
}

function expected(
  heard: Heard,
  block: AcarsBlock,
  told: Partial<ExpectedMessage>,
): ExpectedMessage {
  return expectMessage(heard, {
    source: "iridium-toolkit",
    sourceType: "iridium-acars",
    ...toldByBlock(block),
    heardAtMs: Math.floor(heard.stampMs / 1_000) * 1_000,
    text: textOnAir(block),
    ...told,
  });
}

function wholeSecond(heard: Heard): string {
  return new Date(heard.stampMs).toISOString().slice(0, 19);
}
