/*
 * acarsdec: VHF ACARS. TLeconte's 3.x ends its datagram with a newline, f00b4r0's 4.x doesn't; the
 * output of 2018 knew neither libacars nor the `app` object and is still being fed.
 */
import { isLastBlock, textOnAir } from "../air/acars-block.ts";
import type { AcarsBlock } from "../air/acars-block.ts";
import { expectMessage, toldByApplication, toldByBlock } from "../expected-message.ts";
import type { ExpectedMessage } from "../expected-message.ts";
import { joinedText } from "../hearing.ts";
import type { Heard } from "../hearing.ts";
import { jsonObject, quoted } from "../json-text.ts";
import type { Field } from "../json-text.ts";
import type { Random } from "../random.ts";
import { bare, identField, line } from "./written.ts";
import type { DecoderWriter, Written } from "./written.ts";

/** Share of 3.x lines whose level is printed from silence, which C writes as `-inf`. */
const SILENCE_SHARE = 0.002;

export const writeAcarsdec3: DecoderWriter = (heard, random) => {
  const silent = heard.station.relay === "none" && random.chance(SILENCE_SHARE);
  return modern(heard, {
    version: "3.7",
    level: silent ? null : heard.level,
    noise: null,
    printsEmptyText: false,
  });
};

export const writeAcarsdec4: DecoderWriter = (heard) =>
  modern(heard, {
    version: "v4.4.1",
    level: heard.level,
    noise: heard.noise,
    printsEmptyText: true,
  });

export const writeAcarsdec2018: DecoderWriter = (heard, _random: Random) => {
  const { content } = heard.transmission;
  if (content.kind !== "acars") return null;
  const onAir = textOnAir(content);
  const level = Math.round(heard.level);
  const json = jsonObject([
    ["timestamp", seconds(heard)],
    ["channel", String(channelOf(heard))],
    ["freq", megahertz(heard)],
    ["level", String(level)],
    ["error", String(heard.errors)],
    ["mode", quoted(content.mode)],
    ["label", quoted(content.label)],
    ...addressed(content, [
      ["tail", quoted(content.tail.padStart(7, "."))],
      ["flight", quoted(content.flightId ?? "")],
      ["msgno", quoted(content.messageNumber ?? "")],
    ]),
    ["text", onAir === "" ? null : quoted(onAir)],
    ["end", isLastBlock(content) ? null : "true"],
    ["station_id", identField(heard)],
  ]);
  const text = onAir === "" ? null : onAir;
  return line(json, expected(heard, content, { level, text }));
};

function modern(
  heard: Heard,
  build: {
    version: string;
    level: number | null;
    noise: number | null;
    printsEmptyText: boolean;
  },
): Written | null {
  const { content } = heard.transmission;
  if (content.kind !== "acars") return null;
  const text = joinedText(content, heard.reassembly);
  const printed = text !== "" || build.printsEmptyText;
  const { movement, application } = content;
  const json = jsonObject([
    ["timestamp", seconds(heard)],
    ["station_id", identField(heard)],
    ["channel", String(channelOf(heard))],
    ["freq", megahertz(heard)],
    ["level", build.level === null ? "-inf" : build.level.toFixed(1)],
    ["noise", build.noise === null ? null : build.noise.toFixed(1)],
    ["error", String(heard.errors)],
    ["mode", quoted(content.mode)],
    ["label", quoted(content.label)],
    ...addressed(content, [
      ["tail", quoted(content.tail)],
      ["flight", content.flightId === null ? null : quoted(content.flightId)],
      ["msgno", content.messageNumber === null ? null : quoted(content.messageNumber)],
    ]),
    ["text", printed ? quoted(text) : null],
    ["end", isLastBlock(content) ? null : "true"],
    ["depa", movement && quoted(movement.departure)],
    ["dsta", movement && quoted(movement.destination)],
    [movement?.event ?? "gtout", movement && quoted(movement.time)],
    ["sublabel", content.sublabel && quoted(content.sublabel)],
    ["mfi", content.mfi && quoted(content.mfi)],
    ["assstat", quoted(heard.reassembly)],
    ["libacars", application && jsonObject([[application.name, application.json]])],
    [
      "app",
      jsonObject([
        ["name", quoted("acarsdec")],
        ["ver", quoted(build.version)],
      ]),
    ],
  ]);
  const told = {
    level: build.level === null ? null : Number(build.level.toFixed(1)),
    text: printed ? text : null,
    departingAirport: movement?.departure ?? null,
    destinationAirport: movement?.destination ?? null,
    ...toldByApplication(content),
  };
  return build.version.startsWith("v")
    ? bare(json, expected(heard, content, told))
    : line(json, expected(heard, content, told));
}

/** Block id, acknowledgement and what follows; absent together in squitters. */
function addressed(block: AcarsBlock, rest: readonly Field[]): readonly Field[] {
  if (block.blockId === null) return [];
  return [
    ["block_id", quoted(block.blockId)],
    ["ack", block.ack === null ? "false" : quoted(block.ack)],
    ...rest,
  ];
}

function expected(
  heard: Heard,
  block: AcarsBlock,
  told: Partial<ExpectedMessage>,
): ExpectedMessage | null {
  if (block.blockId === null) return null;
  return expectMessage(heard, {
    source: "acarsdec",
    sourceType: "acars",
    ...toldByBlock(block),
    frequency: Number(megahertz(heard)),
    channel: channelOf(heard),
    error: heard.errors,
    ...told,
  });
}

function channelOf(heard: Heard): number {
  const { frequenciesMhz } = heard.station;
  return Math.max(0, frequenciesMhz.indexOf(Number(megahertz(heard))));
}

function megahertz(heard: Heard): string {
  return String(Number((heard.frequencyHz / 1e6).toFixed(3)));
}

function seconds(heard: Heard): string {
  return String(Math.round(heard.stampMs * 1_000) / 1e6);
}
