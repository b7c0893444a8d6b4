import { FeedError, type LineSender } from "@jetwire/feeder";
import { inBatches } from "./batches.ts";
import { readLines } from "./lines.ts";
import { createFeedPace } from "./pace.ts";
import { withStation } from "./station-ident.ts";

export interface FeedResult {
  /** Lines read, without empty ones. */
  readonly lines: number;
  /** Lines sent without an error. */
  readonly sent: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Ingest's counts, over HTTP. */
  readonly accepted?: number;
  readonly ignored?: number;
  readonly rejected?: number;
  readonly limited?: number;
}

interface FeedOptions {
  /** Lines per second; null sends as fast as the receiver reads. */
  readonly rate: number | null;
  /** The station ident to set in every object; null leaves the lines as they are. */
  readonly station: string | null;
  /** True if the target answers, as ingest does over HTTP. */
  readonly answers: boolean;
  /** Receives the bytes and lines of the input that have been sent. */
  readonly onProgress: (bytes: number, lines: number) => void;
}

const batchBytesMax = 512 * 1_024;

/** Sends every line of an input, in order. Only one batch is in memory. @throws FeedError */
export async function feed(
  input: AsyncIterable<Uint8Array>,
  sender: LineSender,
  { rate, station, answers, onProgress }: FeedOptions,
): Promise<FeedResult> {
  const beganMs = performance.now();
  const pace = createFeedPace(rate, sender.batchMax.lines);
  const counts = { accepted: 0, ignored: 0, rejected: 0, limited: 0 };
  let lines = 0;
  let sent = 0;
  let read = 0;
  let bytes = 0;
  await sender.connect();
  for await (const batch of inBatches(readLines(input), {
    lines: pace.burst,
    bytes: batchBytesMax,
  })) {
    await pace.consume(batch.length);
    const fed = station === null ? batch : batch.map((line) => withStation(line, station));
    const result = await sender.send(fed);
    if (answers) add(counts, result.answer);
    sent += result.sent;
    lines += batch.length;
    read += sizeOf(batch) + batch.length;
    bytes += sizeOf(fed);
    onProgress(read, lines);
  }
  await sender.finish();
  const seconds = Math.round(performance.now() - beganMs) / 1_000;
  return { lines, sent, bytes, seconds, ...(answers ? counts : {}) };
}

type Counts = Record<"accepted" | "ignored" | "rejected" | "limited", number>;

function add(counts: Counts, answer: Readonly<Counts> | null): void {
  if (answer === null) throw new FeedError("the server that answered is not Jetwire's ingest");
  counts.accepted += answer.accepted;
  counts.ignored += answer.ignored;
  counts.rejected += answer.rejected;
  counts.limited += answer.limited;
}

function sizeOf(batch: readonly Buffer[]): number {
  return batch.reduce((sum, line) => sum + line.length, 0);
}
