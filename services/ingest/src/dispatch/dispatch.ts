import { type AirlineCodes, messageIdPartition } from "@jetwire/protocol";
import type { AppendOutcome, Linkable, LinkVerdict, OutgoingEntry } from "@jetwire/redis";
import { burstWindowMs } from "@jetwire/redis";
import { backOffMs, type Logger, pause } from "@jetwire/runtime";
import type { Backlog } from "./backlog.ts";
import type { ClockLimits } from "./clock.ts";
import type { Journaled } from "../journal/journal-queue.ts";
import type { Ledger } from "../ledger.ts";
import { toLinkable } from "./link-keys.ts";
import { toMessage } from "./message.ts";
import type { DispatchProgress } from "./progress.ts";

export interface DispatchOptions {
  readonly backlog: Pick<Backlog, "next">;
  readonly ledger: Ledger;
  readonly progress: DispatchProgress;
  readonly airlines: () => AirlineCodes;
  readonly clock: ClockLimits;
  link(messages: readonly Linkable[]): Promise<LinkVerdict[]>;
  /** Appends to one partition under the epoch in force. */
  append(partition: number, entries: readonly OutgoingEntry[]): Promise<AppendOutcome>;
  noteAppended(entries: readonly { seq: number; id: string }[]): void;
  /** Entries below were journaled in an earlier life or epoch: they may have been settled already. */
  readonly freshFrom: () => number;
  /** Whether Redis knows less than it was given, which an append would only find out later. */
  lostEntries(): Promise<boolean>;
  /** Redis lost what it was given: begins a new epoch and rewinds the backlog. */
  startOver(): Promise<void>;
  readonly batchMax: number;
  readonly log: Logger;
}

/** How often a partition that gets nothing is looked at while others keep this busy. */
const lossCheckMs = 5_000;

/**
 * Settles what the journal holds, in order, a batch at a time: one round trip links it, one more
 * appends it to its partitions. Whatever fails is tried again for as long as it takes; the journal
 * grows meanwhile, up to its bound.
 */
export async function runDispatch(options: DispatchOptions, signal: AbortSignal): Promise<void> {
  let failures = 0;
  let batch: readonly Journaled[] = [];
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    try {
      if (batch.length === 0) batch = await options.backlog.next(options.batchMax);
      const idle = batch.length === 0;
      if (!idle) await dispatchBatch(options, batch);
      batch = [];
      if (idle || performance.now() - checkedAtMs > lossCheckMs) {
        if (await options.lostEntries()) await options.startOver();
        checkedAtMs = performance.now();
      }
      failures = 0;
    } catch (error) {
      failures++;
      if (failures === 1)
        options.log.warn({ err: error }, "batch could not be settled, trying again");
      await pause(backOffMs(failures, 20, 1_000), signal);
    }
  }
}

async function dispatchBatch(options: DispatchOptions, batch: readonly Journaled[]): Promise<void> {
  const airlines = options.airlines();
  const linkables = batch.map(({ entry, decoded }) => toLinkable({ ...entry, decoded }, airlines));
  const weaker = weakerCopies(batch, linkables, options.freshFrom());
  const asked = linkables.filter((_, index) => !weaker.has(index));
  const answers = await options.link(asked);
  let next = 0;
  const verdicts = linkables.map((_, index) =>
    weaker.has(index) ? ({ verdict: "burst" } as const) : answers[next++],
  );

  const byPartition = new Map<number, OutgoingEntry[]>();
  const dropped: { seq: number; verdict: "repeat" | "burst" }[] = [];
  const appended: { seq: number; id: string }[] = [];
  for (const [index, { entry, decoded }] of batch.entries()) {
    const verdict = verdicts[index];
    const linkable = linkables[index];
    if (verdict === undefined || linkable === undefined)
      throw new Error("a message got no verdict");
    if (verdict.verdict !== "new") {
      dropped.push({ seq: entry.seq, verdict: verdict.verdict });
      continue;
    }
    const { message, links } = toMessage({ ...entry, decoded }, linkable, verdict, options.clock);
    const partition = messageIdPartition(entry.id);
    let entries = byPartition.get(partition);
    if (entries === undefined) byPartition.set(partition, (entries = []));
    entries.push({ seq: entry.seq, message, links, raw: entry.raw });
    appended.push({ seq: entry.seq, id: entry.id });
  }

  const results = await Promise.all(
    [...byPartition].map(([partition, entries]) => options.append(partition, entries)),
  );
  if (results.some(({ outcome }) => outcome === "lost")) {
    await options.startOver();
    return;
  }
  options.noteAppended(appended);
  count(options, batch, dropped);
}

/**
 * Counts a batch's outcome, once: after a start-over or a crash the same entries come again, and
 * those up to the settled number have been counted.
 */
function count(
  { ledger, progress }: DispatchOptions,
  batch: readonly Journaled[],
  dropped: readonly { seq: number; verdict: "repeat" | "burst" }[],
): void {
  const fresh = batch.filter(({ entry }) => entry.seq > progress.dispatchedSeq);
  const freshDropped = dropped.filter(({ seq }) => seq > progress.dispatchedSeq);
  for (const { verdict } of freshDropped) ledger.duplicate(verdict);
  ledger.appended(fresh.length - freshDropped.length);
  const last = fresh.at(-1);
  if (last !== undefined) {
    progress.settled(
      last.entry.seq,
      freshDropped.map(({ seq }) => seq),
    );
  }
}

/**
 * A burst decoded on two channels of one receiver arrives as two messages at nearly the same time;
 * within a batch the stronger is kept, whichever came first. Across batches the first is, and so it
 * is in a replay, where batches are cut otherwise than the first time.
 *
 * @returns indexes of the weaker copies.
 */
function weakerCopies(
  batch: readonly Journaled[],
  linkables: readonly Linkable[],
  freshFrom: number,
): Set<number> {
  const strongest = new Map<string, number>();
  const weaker = new Set<number>();
  for (const [index, { burstKey, timeMs, repeatKey }] of linkables.entries()) {
    if (burstKey === "" || (batch[index]?.entry.seq ?? 0) < freshFrom) continue;
    const rival = strongest.get(burstKey);
    const rivalLink = rival === undefined ? undefined : linkables[rival];
    if (rival === undefined || rivalLink === undefined) {
      strongest.set(burstKey, index);
    } else if (Math.abs(timeMs - rivalLink.timeMs) > burstWindowMs) {
      strongest.set(burstKey, index);
    } else if (repeatKey !== rivalLink.repeatKey) {
      const better = level(batch[index]) > level(batch[rival]);
      weaker.add(better ? rival : index);
      if (better) strongest.set(burstKey, index);
    }
  }
  return weaker;
}

function level(journaled: Journaled | undefined): number {
  return journaled?.decoded.level ?? Number.NEGATIVE_INFINITY;
}
