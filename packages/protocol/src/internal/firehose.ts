import { z } from "zod";
import type { EnrichedMessage } from "../message/enriched-message.ts";

/**
 * A tick of the firehose as the sampler sends it to gateways: a first line of JSON about the sample,
 * then one line per message, which is its id, a space, and the JSON text that clients get. JSON texts
 * contain no line feed, so a gateway splits the lines without decoding them.
 */
export const FirehoseTickHead = z.object({
  version: z.literal(2),
  /** Share of transmissions in the sample, 0 to 1. */
  fraction: z.number().min(0).max(1),
  /** Later receptions of sampled transmissions since the tick before, by `groupId`. */
  later: z.record(z.string(), z.int().positive()).optional(),
  /** Later receptions that say more than the first, as clients get them: messages with their links. */
  better: z.array(z.custom<EnrichedMessage>((value) => typeof value === "object")).optional(),
});
export type FirehoseTickHead = z.infer<typeof FirehoseTickHead>;

/** A message to be sent: its id, and the JSON text of the enriched message. */
export interface FirehoseText {
  readonly id: string;
  readonly text: string;
}

/** A received message; the JSON text stays UTF-8 because gateways only pass it on. */
export interface FirehoseLine {
  readonly id: string;
  readonly text: Uint8Array;
}

export interface FirehoseTick {
  readonly head: FirehoseTickHead;
  readonly messages: readonly FirehoseLine[];
}

const [lineFeed, space, brace, endBrace] = [0x0a, 0x20, 0x7b, 0x7d];
const decoder = new TextDecoder();

/** Returns the first line of a tick. */
export function firehoseTickHead(head: Omit<FirehoseTickHead, "version">): string {
  return JSON.stringify({ version: 2, ...head } satisfies FirehoseTickHead);
}

/** Returns the line of a message. */
export function writeFirehoseLine({ id, text }: FirehoseText): string {
  return `${id} ${text}`;
}

/** Returns null for anything that is not the line of a message. */
export function readFirehoseLine(line: Uint8Array): FirehoseLine | null {
  const end = line.indexOf(space);
  if (end < 1 || line[end + 1] !== brace || line.at(-1) !== endBrace) return null;
  return { id: decoder.decode(line.subarray(0, end)), text: line.subarray(end + 1) };
}

export function writeFirehoseTick(fraction: number, messages: readonly FirehoseText[]): string {
  return [firehoseTickHead({ fraction }), ...messages.map(writeFirehoseLine)].join("\n");
}

/** Returns null for anything that is not a tick of this version. */
export function readFirehoseTick(bytes: Uint8Array): FirehoseTick | null {
  const lines = splitLines(bytes);
  const head = FirehoseTickHead.safeParse(parsedOrNull(lines[0]));
  if (!head.success) return null;
  const messages = lines.slice(1).map(readFirehoseLine);
  return messages.every((line) => line !== null) ? { head: head.data, messages } : null;
}

function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  lines.push(bytes.subarray(start));
  return lines;
}

function parsedOrNull(line: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(decoder.decode(line));
  } catch {
    return null;
  }
}
