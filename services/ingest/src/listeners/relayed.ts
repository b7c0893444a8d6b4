import type { IncomingMessage } from "node:http";
import { AppError, type RelayAnswer } from "@jetwire/protocol";
import {
  decodeText,
  readRelayBatch,
  readRelayedLines,
  type RelayBatch,
  relayBatchHeader,
  type RelayedLine,
  relayedLinesMax,
  splitAndParse,
} from "@jetwire/transport";
import type { Sender } from "../admission/admit.ts";
import type { IngestResult } from "../ingest.ts";
import { type HttpTarget, readCountedBody } from "./offer-body.ts";
import { refusalTexts } from "./refusals.ts";

/**
 * Returns the batch of a relay that a request has; null for a post of anything else.
 *
 * @throws AppError `invalid_request` for a malformed header
 */
export function relayBatchOf({ headers }: IncomingMessage): RelayBatch | null {
  const header = headers[relayBatchHeader];
  if (header === undefined) return null;
  const batch = readRelayBatch(String(header));
  if (batch !== null) return batch;
  throw new AppError("invalid_request", "The header X-Relay-Batch must be <series>:<first line>");
}

/**
 * Receives the lines of a relay in order, up to the first one that has to wait. Lines that are on disk already
 * are skipped: their number is remembered in Redis once they are on disk. While Redis does not answer, and for an
 * ingest that was killed between the two, linking drops what comes again within ten minutes.
 *
 * @throws AppError if nothing of the batch can be acknowledged
 */
export async function receiveRelayed(
  request: IncomingMessage,
  batch: RelayBatch,
  target: HttpTarget,
  sender: Sender,
): Promise<RelayAnswer> {
  const lines = linesOf(await readCountedBody(request, target.ingest, sender));
  const { relayedNumbers } = target;
  const known = await relayedNumbers.next(batch.series).catch(() => 0);
  const repeated = Math.min(Math.max(known - batch.first, 0), lines.length);
  const results = await offerInOrder(lines.slice(repeated), target, sender);
  const acknowledged = repeated + results.length;
  const answer = summarize(results, { acknowledged, repeated });
  refuseWhole(answer, lines.length);
  const next = batch.first + acknowledged;
  await relayedNumbers.record(batch.series, next, { nowMs: Date.now() }).catch(() => {});
  return answer;
}

/** The result of a line; null for an empty one, which a relay sends in place of a line for others. */
type LineResult = IngestResult | null;

/** @throws AppError `invalid_request` */
function linesOf(bytes: Buffer): readonly RelayedLine[] {
  const read = readRelayedLines(decodeText(bytes).text);
  if ("lines" in read && read.lines.length > 0) return read.lines;
  throw new AppError(
    "invalid_request",
    "lines" in read
      ? "The body must contain at least one line"
      : `Line ${read.malformed} of the body does not begin with its time, or is above the limit of ${relayedLinesMax} lines`,
  );
}

/** Offers lines up to the first one that has to wait, and returns the results of those before it. */
async function offerInOrder(
  lines: readonly RelayedLine[],
  { ingest, slices, parsing }: HttpTarget,
  sender: Sender,
): Promise<LineResult[]> {
  using permit = await parsing.acquire();
  const offered: Promise<LineResult>[] = [];
  let end = lines.length;
  for (const [index, line] of lines.entries()) {
    if (index >= end) break;
    if (line.text === "") {
      offered.push(Promise.resolve(null));
      continue;
    }
    const [object = nothing, ...others] = splitAndParse(line.text);
    const one = others.length > 0 ? several(line.text) : object;
    const { promise, resolve } = Promise.withResolvers<IngestResult>();
    ingest.offerRelayed(one, line.receivedAtMs, sender, (result) => {
      if (mustWait(result)) end = Math.min(end, index);
      resolve(result);
    });
    offered.push(promise);
    if (slices.isOver()) await slices.next();
  }
  const results = await Promise.all(offered);
  if (end === 0 && results[0] != null) throw refusalOf(results[0]);
  return results.slice(0, end);
}

const nothing = { raw: "", reason: "not-json", detail: "empty line of a relay" } as const;

function several(raw: string) {
  return { raw, reason: "not-json", detail: "several objects in a line of a relay" } as const;
}

/** Returns whether a line can be accepted later. */
function mustWait(result: IngestResult): boolean {
  return result.status === "limited" && refusalTexts[result.reason] === undefined;
}

function refusalOf(result: IngestResult): AppError {
  const isRate = "reason" in result && result.reason.endsWith("-rate");
  return isRate
    ? new AppError("rate_limited", "Rate limit exceeded")
    : new AppError("unavailable", "Messages cannot be accepted now");
}

function summarize(
  results: readonly LineResult[],
  counts: Pick<RelayAnswer, "acknowledged" | "repeated">,
): RelayAnswer {
  const refused: Record<string, number> = {};
  const answer = { ...counts, accepted: 0, ignored: 0, rejected: 0, refused };
  for (const result of results) {
    if (result === null) continue;
    if (result.status === "limited") refused[result.reason] = (refused[result.reason] ?? 0) + 1;
    else answer[result.status]++;
  }
  return answer;
}

/** @throws AppError `forbidden` if each line of a batch was refused for the same reason */
function refuseWhole({ refused }: RelayAnswer, lines: number): void {
  for (const [reason, message] of Object.entries(refusalTexts)) {
    if (refused[reason] === lines) throw new AppError("forbidden", message);
  }
}
