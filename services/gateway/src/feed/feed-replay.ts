import type { StationBound } from "@jetwire/db";
import {
  type Message,
  messageIdFloor,
  messageIdTimeMs,
  resumeMessagesMax,
} from "@jetwire/protocol";
import type { FanoutMark, FeedPlace } from "@jetwire/redis";
import type { Replay, Replayed } from "./account-feed.ts";

/** Where the record is joined to the log: taken in the log before the record is read. */
export interface Joint {
  /** The log's end: the record has to give all that is up to it. */
  readonly place: FeedPlace;
  readonly mark: FanoutMark;
}

/** What a replay asks of Redis and Postgres, for one account. */
export interface ReplaySteps {
  /** @throws when Redis doesn't answer. */
  takeJoint(): Promise<Joint>;
  isStoredUpTo(mark: FanoutMark): Promise<boolean>;
  /** Messages from before this, Unix ms, may have been dropped; null when none have been. */
  keptFromMs(): Promise<number | null>;
  /** Own messages after an id, counted no further than `countMax`. */
  count(after: string, countMax: number): Promise<number>;
  /** The newest message of each own station. */
  newest(): Promise<readonly StationBound[]>;
  /** Notes that what arrived until then, Unix ms, is read in the record's order. */
  noteRead(untilMs: number): Promise<void>;
  list(
    after: string,
    bounds: readonly StationBound[],
    rowsMax: number,
  ): Promise<readonly Message[]>;
  oldest(countMax: number): Promise<string | null>;
  /** Unix ms. */
  now(): number;
  pause(ms: number): Promise<void>;
  impossible(reason: GapReason): void;
}

export type GapReason = "no-message-id" | "dropped" | "too-many" | "unavailable";

const overlapMs = 60_000;
/** With messages as long as decoders' objects can be, a page is less than a connection may have waiting. */
const pageRows = 100;
const storedCheckMs = 50;
const retryMs = 500;
const patienceMs = 20_000;

/** The record, or the persister, did not get there in time. */
class OutOfPatience extends Error {}

/**
 * Sends an account's messages after `afterId` from the record, in the order of their ids, up to a
 * place in the log where the reader goes on. Begins a minute earlier, because messages that arrive
 * at the same time may have been stored and sent in another order: ids repeat.
 *
 * Where the record doesn't answer for twenty seconds the reader goes on in the log all the same and
 * is told of the gap.
 *
 * @throws when Redis doesn't say where the log ends.
 */
export async function replayRecord(
  { afterId, send }: Replay,
  steps: ReplaySteps,
): Promise<Replayed> {
  const { place, mark } = await steps.takeJoint();
  try {
    const reason = await whyImpossible(afterId, steps);
    if (afterId === null || reason !== null) return await gap(reason ?? "no-message-id");
    await untilStored(mark, steps);
    await sendAll(afterId);
    return { place, gap: null };
  } catch (error) {
    if (!(error instanceof OutOfPatience)) throw error;
    steps.impossible("unavailable");
    return { place, gap: { oldest: null } };
  }

  /** Told only when the REST interface has what was before the joint. */
  async function gap(reason: GapReason): Promise<Replayed> {
    await untilStored(mark, steps);
    steps.impossible(reason);
    const oldest = await patiently(() => steps.oldest(resumeMessagesMax), steps);
    return { place, gap: { oldest } };
  }

  async function sendAll(from: string): Promise<void> {
    const bounds = await patiently(() => steps.newest(), steps);
    const untilMs = Math.max(0, ...bounds.map(({ messageId }) => messageIdTimeMs(messageId)));
    await patiently(() => steps.noteRead(untilMs), steps);
    let after = messageIdFloor(messageIdTimeMs(from) - overlapMs);
    for (;;) {
      const begin = after;
      const page = await patiently(() => steps.list(begin, bounds, pageRows), steps);
      const last = page.at(-1);
      if (last === undefined) return;
      const news = page.filter(({ id }) => id !== from);
      if (news.length > 0 && !(await send(news))) return;
      if (page.length < pageRows) return;
      after = last.id;
    }
  }
}

async function whyImpossible(
  afterId: string | null,
  steps: ReplaySteps,
): Promise<GapReason | null> {
  if (afterId === null) return "no-message-id";
  const afterMs = messageIdTimeMs(afterId);
  if (afterMs > steps.now() + overlapMs) return "no-message-id";
  const keptFromMs = await patiently(() => steps.keptFromMs(), steps);
  if (keptFromMs !== null && afterMs < keptFromMs) return "dropped";
  const count = await patiently(() => steps.count(afterId, resumeMessagesMax + 1), steps);
  return count > resumeMessagesMax ? "too-many" : null;
}

/** What is in the log up to the joint has to be in the record before that is read. */
async function untilStored(mark: FanoutMark, steps: ReplaySteps): Promise<void> {
  const endMs = steps.now() + patienceMs;
  while (!(await patiently(() => steps.isStoredUpTo(mark), steps))) {
    if (steps.now() > endMs) throw new OutOfPatience();
    await steps.pause(storedCheckMs);
  }
}

async function patiently<T>(ask: () => Promise<T>, steps: ReplaySteps): Promise<T> {
  const endMs = steps.now() + patienceMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (steps.now() > endMs) throw new OutOfPatience(undefined, { cause: error });
      await steps.pause(retryMs);
    }
  }
}
