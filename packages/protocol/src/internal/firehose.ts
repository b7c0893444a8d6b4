import { z } from "zod";

/**
 * A tick of the firehose, as the sampler sends it to gateways: a first line of JSON about the sample,
 * then one line per message, which is the JSON text that clients receive. JSON texts contain no line
 * feed, so a gateway splits the lines without decoding them.
 */
export const FirehoseTickHead = z.object({
  version: z.literal(1),
  /** Share of transmissions in the sample, 0 to 1. */
  fraction: z.number().min(0).max(1),
});
export type FirehoseTickHead = z.infer<typeof FirehoseTickHead>;

export interface FirehoseTick {
  readonly head: FirehoseTickHead;
  /** UTF-8 JSON texts of enriched messages. */
  readonly messages: readonly Uint8Array[];
}

const lineFeed = 0x0a;
const decoder = new TextDecoder();

/** Returns the first line of a tick. */
export function firehoseTickHead(head: Omit<FirehoseTickHead, "version">): string {
  return JSON.stringify({ version: 1, ...head } satisfies FirehoseTickHead);
}

/**
 * Writes a tick.
 *
 * @param messageTexts JSON texts of enriched messages
 */
export function writeFirehoseTick(fraction: number, messageTexts: readonly string[]): string {
  return [firehoseTickHead({ fraction }), ...messageTexts].join("\n");
}

/** Reads a tick. Returns null for anything that is not a tick of this version. */
export function readFirehoseTick(bytes: Uint8Array): FirehoseTick | null {
  const lines = splitLines(bytes);
  const head = FirehoseTickHead.safeParse(parsedOrNull(lines[0]));
  if (!head.success) return null;
  const messages = lines.slice(1);
  return messages.every(looksLikeObject) ? { head: head.data, messages } : null;
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

function looksLikeObject(line: Uint8Array): boolean {
  return line[0] === 0x7b && line.at(-1) === 0x7d;
}
