import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { MessageIds } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acarsdecDownlink } from "@jetwire/decoders/samples";
import { decodedFrom } from "@jetwire/decoders/samples";
import { memory } from "../../test/journal-entries.ts";
import { createRandom, type Random } from "../../test/random.ts";
import { Backlog, type JournaledMessage } from "./backlog.ts";
import { type Journal, openJournal } from "./journal.ts";

const log = createLogger("test", "silent");
const ids = new MessageIds(Date.now);
const decoded = decodedFrom(acarsdecDownlink);
const nothing = { dispatchedSeq: 0, dropped: [], counts: null };
let parent = "";
beforeAll(async () => {
  parent = await mkdtemp(join(memory, "jetwire-backlog-"));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

function openIn(name: string, segmentBytes = 3_000): Promise<Journal> {
  return openJournal({ directory: join(parent, name), segmentBytes, bytesMax: 1 << 30, log });
}

async function write(
  journal: Journal,
  count: number,
  dropped: number[] = [],
  isBroken: (seq: number) => boolean = () => false,
) {
  const batch: JournaledMessage[] = [];
  for (let index = 0; index < count; index++) {
    const seq = journal.nextSeq + index;
    const object = { ...acarsdecDownlink, text: "x".repeat(seq % 90) };
    const raw = isBroken(seq) ? "{" : JSON.stringify(object);
    batch.push({
      entry: { seq, id: ids.next(0), stationId: 1, acceptedAtMs: 0, authenticated: null, raw },
      decoded,
    });
  }
  await journal.append(
    batch.map(({ entry }) => entry),
    { ...nothing, dropped },
  );
  return batch;
}

function backlogOf(
  journal: Pick<Journal, "read" | "nextSeq">,
  inMemoryMax: number,
  fromSeq = 1,
): Backlog {
  return new Backlog(journal, { fromSeq, inMemoryMax }, log);
}

function seqs(batch: readonly JournaledMessage[]): number[] {
  return batch.map(({ entry }) => entry.seq);
}

function upTo(last: number, from = 1): number[] {
  return Array.from({ length: last - from + 1 }, (_, index) => from + index);
}

/** Takes until nothing is left, at most `max` at a time. */
async function takeAll(backlog: Backlog, journal: Journal, taken: number[], max = 50) {
  for (let step = 0; (taken.at(-1) ?? 0) < journal.nextSeq - 1; step++) {
    if (step > 500) throw new Error(`stuck at ${taken.at(-1)} of ${journal.nextSeq - 1}`);
    taken.push(...seqs(await backlog.next(max)));
  }
}

describe("the backlog", () => {
  test("comes from disk after a start, then from memory, in order", async () => {
    await using journal = await openIn("start");
    await write(journal, 120);
    await using backlog = backlogOf(journal, 1_000, 31);
    const taken: number[] = [];
    await takeAll(backlog, journal, taken);
    backlog.add(await write(journal, 5));
    await takeAll(backlog, journal, taken);
    expect(taken).toEqual(upTo(125, 31));
  });

  test("has no gap where messages were journaled while the disk was being read", async () => {
    await using journal = await openIn("meanwhile", 1 << 20);
    await write(journal, 100);
    await using backlog = backlogOf(journal, 1_000);
    const taken = seqs(await backlog.next(60));
    backlog.add(await write(journal, 100));
    await takeAll(backlog, journal, taken, 60);
    expect(taken).toEqual(upTo(200));
  });

  test("comes from memory again while messages keep coming", async () => {
    await using journal = await openIn("steady", 1 << 20);
    await write(journal, 300);
    let reads = 0;
    const counting = {
      read: (from: number) => (reads++, journal.read(from)),
      get nextSeq() {
        return journal.nextSeq;
      },
    };
    await using backlog = backlogOf(counting, 1_000);
    const taken: number[] = [];
    for (let step = 0; step < 40; step++) {
      backlog.add(await write(journal, 3));
      taken.push(...seqs(await backlog.next(20)));
    }
    await takeAll(backlog, journal, taken, 20);
    expect(taken).toEqual(upTo(420));
    // It reads the disk to its end once, not once for every few messages.
    expect(reads).toBe(1);
  });

  test("overflows to disk, and skips there what was dropped", async () => {
    await using journal = await openIn("overflow");
    await using backlog = backlogOf(journal, 10);
    expect(await backlog.next(1)).toEqual([]);
    backlog.add(await write(journal, 8));
    backlog.add(await write(journal, 8));
    backlog.add(await write(journal, 8, [5, 6, 20, 24]));
    const taken: number[] = [];
    for (let step = 0; taken.length < 20 && step < 20; step++) {
      taken.push(...seqs(await backlog.next(7)));
    }
    expect(taken).toEqual(upTo(23).filter((seq) => ![5, 6, 20, 24].includes(seq)));
    backlog.add(await write(journal, 1));
    expect(seqs(await backlog.next(7))).toEqual([25]);
  });

  test("continues from where it is rewound to", async () => {
    await using journal = await openIn("rewind");
    await using backlog = backlogOf(journal, 100);
    backlog.add(await write(journal, 30));
    const taken: number[] = [];
    await takeAll(backlog, journal, taken);
    backlog.rewind(11, new Map());
    const again = seqs(await backlog.next(10));
    expect(again).toEqual(upTo(20, 11));
  });

  test("skips, after a rewind, what a partition has already", async () => {
    await using journal = await openIn("skipped");
    await using backlog = backlogOf(journal, 100);
    backlog.add(await write(journal, 9));
    backlog.rewind(2, new Map([[0, 5]]));
    expect(seqs(await backlog.next(10))).toEqual(upTo(9, 6));
  });

  test("has entries of kinds that are kept, whether or not they still are", async () => {
    await using journal = await openIn("kept");
    const raw = JSON.stringify({ timestamp: 1, station_id: "XX-KEPT", flight: "ZZ0123" });
    const entry = { id: ids.next(0), stationId: 1, acceptedAtMs: 0, authenticated: null, raw };
    await journal.append([{ ...entry, seq: journal.nextSeq }], nothing);
    await using backlog = backlogOf(journal, 100);
    const [message] = await backlog.next(1);
    expect(message?.decoded).toMatchObject({ kind: "route-line", flightNumber: "ZZ0123" });
  });

  test("skips an entry that cannot be parsed any more", async () => {
    await using journal = await openIn("unreadable");
    await write(journal, 10, [], (seq) => seq % 2 === 0);
    await using backlog = backlogOf(journal, 100);
    expect(seqs(await backlog.next(100))).toEqual([1, 3, 5, 7, 9]);
    backlog.add(await write(journal, 1));
    expect(seqs(await backlog.next(100))).toEqual([11]);
  });

  test("stops waiting for more at a stop", async () => {
    await using journal = await openIn("stop");
    await using backlog = backlogOf(journal, 100);
    await backlog.next(1);
    const waiting = backlog.next(1);
    backlog.stopWaiting();
    expect(await waiting).toEqual([]);
  });
});

interface Schedule {
  readonly journal: Journal;
  readonly backlog: Backlog;
  readonly random: Random;
  readonly dropped: Set<number>;
}

/** Writes in the background, as the journal queue does, while entries are taken. */
async function run({ journal, backlog, random, dropped }: Schedule): Promise<number[]> {
  const taken: number[] = [];
  let writing: Promise<void> = Promise.resolve();
  for (let step = 0; step < 120; step++) {
    if (random.chance(0.6)) {
      const count = 1 + random.below(25);
      writing = writing.then(async () => backlog.add(await write(journal, count)));
      if (random.chance(0.5)) await writing;
    }
    if (random.chance(0.04)) {
      await writing;
      const from = 1 + random.below((taken.at(-1) ?? 0) + 1);
      backlog.rewind(from, new Map());
      taken.splice(0, taken.length, ...taken.filter((seq) => seq < from));
    }
    if (random.chance(0.5) && (taken.at(-1) ?? 0) < journal.nextSeq - 1) {
      const batch = seqs(await backlog.next(1 + random.below(30)));
      taken.push(...batch);
      const [first] = batch;
      if (first !== undefined && random.chance(0.2)) {
        // Linking drops one, which the next write notes in the journal.
        dropped.add(first);
        writing = writing.then(async () => backlog.add(await write(journal, 1, [first])));
      }
    }
  }
  await writing;
  backlog.add(await write(journal, 1));
  await takeAll(backlog, journal, taken);
  return taken;
}

const seed = 20_261_121;

test.each([3, 12, 40, 10_000])(
  "the backlog misses and repeats nothing, whatever the order of events (%i in memory at most)",
  { timeout: 20_000 },
  async (inMemoryMax) => {
    for (let round = 0; round < 5; round++) {
      const roundSeed = seed + round * 10_007 + inMemoryMax;
      await using journal = await openIn(`random-${inMemoryMax}-${round}`);
      await using backlog = backlogOf(journal, inMemoryMax);
      const dropped = new Set<number>();
      const random = createRandom(roundSeed);
      const taken = await run({ journal, backlog, random, dropped });
      const sorted = [...new Set(taken)].toSorted((a, b) => a - b);
      expect(taken, `seed ${roundSeed}: repeated or out of order`).toEqual(sorted);
      const missing = upTo(journal.nextSeq - 1).filter((seq) => !taken.includes(seq));
      const lost = missing.filter((seq) => !dropped.has(seq));
      expect(lost, `seed ${roundSeed}: lost`).toEqual([]);
    }
  },
);
