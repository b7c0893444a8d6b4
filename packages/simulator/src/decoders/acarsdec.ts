/*
 * acarsdec: VHF ACARS. TLeconte's 3.x ends its datagram with a newline, f00b4r0's 4.x doesn't; the
 * output of 2018 knew neither libacars nor the `app` object and is still being fed.
 */
import { isLastBlock, textOnAir } from "../air/acars-block.ts";
import type { AcarsBlock } from "../air/acars-block.ts";
import { expectMessage, decodedMembers, membersOfBlock } from "../expected-message.ts";
import type { ExpectedMessage } from "../expected-message.ts";
import { joinedText } from "../received-transmission.ts";
import type { ReceivedTransmission } from "../received-transmission.ts";
import { jsonObject, quoted } from "../json-text.ts";
import type { JsonField } from "../json-text.ts";
import type { SeededRandom } from "../random.ts";
import { bare, identField, line } from "./decoder-output.ts";
import type { DecoderWriter, DecoderOutput } from "./decoder-output.ts";

/** Share of 3.x lines whose level is printed from silence, which C writes as `-inf`. */
const silenceShare = 0.002;

export const writeAcarsdec3: DecoderWriter = (received, random) => {
  const silent = received.station.relay === "none" && random.chance(silenceShare);
  return modern(received, {
    version: "3.7",
    level: silent ? null : received.level,
    noise: null,
    printsEmptyText: false,
  });
};

export const writeAcarsdec4: DecoderWriter = (received) =>
  modern(received, {
    version: "v4.4.1",
    level: received.level,
    noise: received.noise,
    printsEmptyText: true,
  });

export const writeAcarsdec2018: DecoderWriter = (received, _random: SeededRandom) => {
  const { content } = received.transmission;
  if (content.kind !== "acars") return null;
  const onAir = textOnAir(content);
  const level = Math.round(received.level);
  const json = jsonObject([
    ["timestamp", seconds(received)],
    ["channel", String(channelOf(received))],
    ["freq", megahertz(received)],
    ["level", String(level)],
    ["error", String(received.errors)],
    ["mode", quoted(content.mode)],
    ["label", quoted(content.label)],
    ...addressed(content, [
      ["tail", quoted(content.tail.padStart(7, "."))],
      ["flight", quoted(content.flightId ?? "")],
      ["msgno", quoted(content.messageNumber ?? "")],
    ]),
    ["text", onAir === "" ? null : quoted(onAir)],
    ["end", isLastBlock(content) ? null : "true"],
    ["station_id", identField(received)],
  ]);
  const text = onAir === "" ? null : onAir;
  return line(json, expected(received, content, { level, text }));
};

function modern(
  received: ReceivedTransmission,
  build: {
    version: string;
    level: number | null;
    noise: number | null;
    printsEmptyText: boolean;
  },
): DecoderOutput | null {
  const { content } = received.transmission;
  if (content.kind !== "acars") return null;
  const text = joinedText(content, received.reassembly);
  const printed = text !== "" || build.printsEmptyText;
  const { movement, application } = content;
  const json = jsonObject([
    ["timestamp", seconds(received)],
    ["station_id", identField(received)],
    ["channel", String(channelOf(received))],
    ["freq", megahertz(received)],
    ["level", build.level === null ? "-inf" : build.level.toFixed(1)],
    ["noise", build.noise === null ? null : build.noise.toFixed(1)],
    ["error", String(received.errors)],
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
    ["assstat", quoted(received.reassembly)],
    ["libacars", application && jsonObject([[application.name, application.json]])],
    [
      "app",
      jsonObject([
        ["name", quoted("acarsdec")],
        ["ver", quoted(build.version)],
      ]),
    ],
  ]);
  const known = {
    level: build.level === null ? null : Number(build.level.toFixed(1)),
    text: printed ? text : null,
    departingAirport: movement?.departure ?? null,
    destinationAirport: movement?.destination ?? null,
    ...decodedMembers(content),
  };
  return build.version.startsWith("v")
    ? bare(json, expected(received, content, known))
    : line(json, expected(received, content, known));
}

/** Block id, acknowledgement and what follows; absent together in squitters. */
function addressed(block: AcarsBlock, rest: readonly JsonField[]): readonly JsonField[] {
  if (block.blockId === null) return [];
  return [
    ["block_id", quoted(block.blockId)],
    ["ack", block.ack === null ? "false" : quoted(block.ack)],
    ...rest,
  ];
}

function expected(
  received: ReceivedTransmission,
  block: AcarsBlock,
  known: Partial<ExpectedMessage>,
): ExpectedMessage | null {
  if (block.blockId === null) return null;
  return expectMessage(received, {
    source: "acarsdec",
    sourceType: "acars",
    ...membersOfBlock(block),
    frequency: Number(megahertz(received)),
    channel: channelOf(received),
    error: received.errors,
    ...known,
  });
}

function channelOf(received: ReceivedTransmission): number {
  const { frequenciesMhz } = received.station;
  return Math.max(0, frequenciesMhz.indexOf(Number(megahertz(received))));
}

function megahertz(received: ReceivedTransmission): string {
  return String(Number((received.frequencyHz / 1e6).toFixed(3)));
}

function seconds(received: ReceivedTransmission): string {
  return String(Math.round(received.stampMs * 1_000) / 1e6);
}
