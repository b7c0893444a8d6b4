/**
 * The lines of a relay, as it posts them: one object on each line, after the time at which the relay received
 * it. The first line has Unix ms, each other one the difference to the line before:
 *
 *   1767225600000 {"station_id":…}
 *   153 {"station_id":…}
 */

/** A line that a relay has received. */
export interface RelayedLine {
  /** The time by the clock of the relay, Unix ms. */
  readonly receivedAtMs: number;
  /** The object without newlines. */
  readonly text: string;
}

/**
 * Names the batch of a post: the id of a series of lines, and the number of its first line in it. Ingest
 * remembers up to which number it has the lines of a series on disk.
 */
export const relayBatchHeader = "x-relay-batch";
const batchPattern = /^([\w-]{22}):(\d{1,15})$/;

/** The most lines of a batch. */
export const relayedLinesMax = 5_000;

export interface RelayBatch {
  /** 128 random bits in base64url; who knows them can make ingest skip lines of the series. */
  readonly series: string;
  readonly first: number;
}

export const writeRelayBatch = ({ series, first }: RelayBatch): string => `${series}:${first}`;

/** Reads the header; null if it is malformed. */
export function readRelayBatch(header: string): RelayBatch | null {
  const [match, series = "", first] = batchPattern.exec(header) ?? [];
  return match === undefined ? null : { series, first: Number(first) };
}

export function writeRelayedLines(lines: readonly RelayedLine[]): string {
  let text = "";
  let beforeMs = 0;
  for (const { receivedAtMs, text: object } of lines) {
    text += `${receivedAtMs - beforeMs} ${object}\n`;
    beforeMs = receivedAtMs;
  }
  return text;
}

/** Returns the lines of a body, or the number of the first malformed one. */
export function readRelayedLines(
  text: string,
): { readonly lines: readonly RelayedLine[] } | { readonly malformed: number } {
  const lines: RelayedLine[] = [];
  let timeMs = 0;
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const [prefix = "", difference] = /^(-?\d{1,15}) /.exec(text.slice(at, at + 17)) ?? [];
    timeMs += Number(difference);
    if (!Number.isSafeInteger(timeMs) || timeMs < 0 || lines.length === relayedLinesMax) {
      return { malformed: lines.length + 1 };
    }
    lines.push({ receivedAtMs: timeMs, text: text.slice(at + prefix.length, end) });
    at = end + 1;
  }
  return { lines };
}
