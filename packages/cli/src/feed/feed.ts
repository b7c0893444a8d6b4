import { inBatches } from "./batches.ts";
import { readLines } from "./lines.ts";
import { createPace } from "./pace.ts";
import type { Sender, Sent } from "./sender.ts";
import { withStation } from "./station-ident.ts";

export interface FeedResult {
  /** Read, without empty ones. */
  readonly lines: number;
  /** Handed over without an error. */
  readonly sent: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly accepted?: number;
  readonly ignored?: number;
  readonly rejected?: number;
  readonly limited?: number;
}

const batchBytesMax = 512 * 1_024;

/**
 * Sends every line of an input, in order. Only a batch is in memory: reading waits for sending,
 * sending for the receiver and the rate.
 *
 * @param onProgress is told how many bytes and lines of the input are out.
 */
export async function feed(
  input: AsyncIterable<Uint8Array>,
  sender: Sender,
  options: { rate: number | null; station: string | null },
  onProgress: (bytes: number, lines: number) => void,
): Promise<FeedResult> {
  const { rate, station } = options;
  const beganMs = performance.now();
  const pace = createPace(rate, sender.batchMax);
  let lines = 0;
  let read = 0;
  let bytes = 0;
  const limits = { lines: pace.burst, bytes: batchBytesMax };
  for await (const batch of inBatches(readLines(input), limits)) {
    await pace.take(batch.length);
    const fed = station === null ? batch : batch.map((line) => withStation(line, station));
    await sender.send(fed);
    lines += batch.length;
    read += sizeOf(batch) + batch.length;
    bytes += sizeOf(fed);
    onProgress(read, lines);
  }
  const sent = await sender.finish();
  const seconds = Math.round(performance.now() - beganMs) / 1_000;
  return { lines, bytes, seconds, ...flat(sent) };
}

function flat({ sent, answers }: Sent) {
  return { sent, ...answers };
}

function sizeOf(batch: readonly Buffer[]): number {
  return batch.reduce((sum, line) => sum + line.length, 0);
}
