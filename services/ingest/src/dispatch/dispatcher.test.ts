import { createTextCounts } from "@jetwire/decoders";
import { MessageIds } from "@jetwire/protocol";
import { createLogger, pause } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { acarsdecDownlink } from "@jetwire/decoders/samples";
import { decodedFrom } from "@jetwire/decoders/samples";
import { createDispatchProgress } from "../journal/dispatch-progress.ts";
import type { JournaledMessage } from "../journal/backlog.ts";
import { createLedger, emptyCounts } from "../ledger.ts";
import { type DispatchTarget, Dispatcher } from "./dispatcher.ts";
import { splitBatch, stateAt } from "./dispatch-state.ts";
import type { RecoveryPoint } from "./stream-appender.ts";

const ids = new MessageIds(Date.now);

function message(seq: number): JournaledMessage {
  const object = { ...acarsdecDownlink, text: `TEXT ${seq}` };
  const entry = {
    seq,
    id: ids.next(0),
    stationId: 1,
    acceptedAtMs: 0,
    authenticated: null,
    raw: "",
  };
  return { entry, decoded: decodedFrom(object) };
}

/** A dispatcher of which the journal, the backlog and the stream are in memory. */
function openInMemory(
  firstSeq: number,
  batches: number[][],
  over: Partial<DispatchTarget["appender"]> = {},
) {
  /** All events in order: the numbers of an appended batch, or a step of the appender. */
  const events: (number[] | string)[] = [];
  const appender: DispatchTarget["appender"] = {
    isReplaying: false,
    partitionsChanged: true,
    async append(_partition, entries) {
      events.push(entries.map(({ seq }) => seq));
      return { status: "appended", count: entries.length, last: entries.at(-1)?.seq ?? 0 };
    },
    hasLostEntries: async () => false,
    recover: async () => ({ fromSeq: 1, doneUpTo: new Map() }),
    replay: async () => ({ fromSeq: 1, doneUpTo: new Map() }),
    async finishReplay() {
      events.push("replay finished");
    },
    async changePartitions() {
      events.push("partitions changed");
    },
    ...over,
  };
  const progress = createDispatchProgress(createLedger(emptyCounts()), {
    lastProgress: null,
    lastSeqAtStart: 0,
  });
  const rewinds: [number, ReadonlyMap<number, number>][] = [];
  const dispatcher = new Dispatcher(
    {
      INGEST_BATCH_MAX: 9,
      INGEST_AHEAD_SECONDS_MAX: 1,
      INGEST_BEHIND_SECONDS_MAX: 1,
      INGEST_READ_TEXTS: true,
    },
    {
      journal: {
        nextSeq: firstSeq,
        lastSeq: firstSeq - 1,
        append: async () => {},
        recordAppended: () => {},
      },
      backlog: {
        async next() {
          await pause(1);
          return (batches.shift() ?? []).map(message);
        },
        rewind: (...point) => void rewinds.push(point),
        stopWaiting: () => {},
      },
      progress,
      airlines: { codes: () => new Map() },
      links: {
        link: async (linkables) =>
          linkables.map(({ id }) => ({
            status: "new",
            groupId: id,
            first: true,
            airframeId: null,
            flightId: null,
          })),
      },
      blocks: { join: async () => new Map() },
      appender,
      logons: { addressesOf: async () => new Map() },
      keptIds: { dispatched: () => {} },
      texts: createTextCounts(),
      age: { reached: () => {} },
    },
    createLogger("test", "silent"),
  );
  const stop = new AbortController();
  async function runUntil(done: () => boolean): Promise<void> {
    const running = dispatcher.run(stop.signal);
    await until("all dispatched", done);
    stop.abort();
    await running;
  }
  return { events, rewinds, progress, runUntil };
}

test("after a change of the partition count, only the messages of this process wait for readers", async () => {
  const { events, progress, runUntil } = openInMemory(4, [[1, 2], [], [3, 4, 5], [6]]);
  await runUntil(() => progress.dispatchedSeq === 6);
  expect(events).toEqual([[1, 2], [3], "partitions changed", [4, 5], [6]]);
});

test("a wait for readers that fails is tried again, and each message is dispatched once", async () => {
  let failures = 0;
  const { events, progress, runUntil } = openInMemory(4, [[4, 5]], {
    async changePartitions() {
      if (failures++ === 0) throw new Error("unavailable");
      events.push("partitions changed");
    },
  });
  await runUntil(() => progress.dispatchedSeq === 5);
  expect(events).toEqual(["partitions changed", [4, 5]]);
});

test("a loss that an append reports rewinds the backlog, and recovery is tried until it succeeds", async () => {
  const attempts: string[] = [];
  let recovered = false;
  const batches = [
    [1, 2],
    [3, 4],
  ];
  const { events, rewinds, progress, runUntil } = openInMemory(1, batches, {
    partitionsChanged: false,
    async append(_partition, entries) {
      const seqs = entries.map(({ seq }) => seq);
      if (!recovered && seqs.includes(3)) return { status: "lost", last: 0 };
      events.push(seqs);
      return { status: "appended", count: entries.length, last: seqs.at(-1) ?? 0 };
    },
    async recover(): Promise<RecoveryPoint> {
      attempts.push("recover");
      if (attempts.length === 1) throw new Error("unavailable");
      recovered = true;
      batches.unshift([2, 3, 4]);
      return { fromSeq: 2, doneUpTo: new Map([[0, 3]]) };
    },
  });
  await runUntil(() => progress.dispatchedSeq === 4);
  expect(attempts).toEqual(["recover", "recover"]);
  // Numbers above 2 have not been counted yet, so they are not skipped.
  expect(rewinds).toEqual([[2, new Map([[0, 2]])]]);
  expect(events).toEqual([
    [1, 2],
    [2, 3, 4],
  ]);
});

test("messages that the stream still has do not count as waiting once the backlog is empty", async () => {
  const batches = [[1, 2, 3], [4]];
  let lost = true;
  const { progress, runUntil } = openInMemory(1, batches, {
    partitionsChanged: false,
    async append(_partition, entries) {
      const seqs = entries.map(({ seq }) => seq);
      if (lost && seqs.includes(4)) return { status: "lost", last: 0 };
      return { status: "appended", count: entries.length, last: seqs.at(-1) ?? 0 };
    },
    async recover(): Promise<RecoveryPoint> {
      lost = false;
      // The messages 2 and 3 are skipped: the backlog does not return them.
      batches.unshift([1]);
      return { fromSeq: 1, doneUpTo: new Map([[0, 3]]) };
    },
  });
  await runUntil(() => !lost && batches.length === 0 && progress.inStreamSeq === 3);
  expect(progress.dispatchedSeq).toBe(3);
});

test("a batch is split where replaying ends", () => {
  const batch = [1, 2, 3].map((seq) => ({ entry: { seq } }));
  const replaying = { kind: "replaying", untilSeq: 3 } as const;
  expect(splitBatch(replaying, batch).now).toEqual(batch.slice(0, 2));
  expect(splitBatch(replaying, batch).later).toEqual(batch.slice(2));
  expect(stateAt(replaying, 2, true)).toBe(replaying);
  expect(stateAt(replaying, 3, true)).toEqual({ kind: "paused" });
  expect(stateAt(replaying, 3, false)).toEqual({ kind: "dispatching" });
  expect(splitBatch({ kind: "paused" }, batch)).toEqual({ now: [], later: batch });
});
