import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMessageIds } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import { afterAll, describe, expect, test } from "vitest";
import { createRandom } from "../../test/random.ts";
import { type Journal, JournalFullError, openJournal } from "./journal.ts";
import type { JournalEntry, JournalOutcome } from "./record.ts";

const log = createLogger("test", "silent");
const ids = createMessageIds(Date.now);
const parents: string[] = [];
afterAll(async () => {
  for (const parent of parents) await rm(parent, { recursive: true, force: true });
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "jetwire-journal-"));
  parents.push(directory);
  return directory;
}

function open(directory: string, over: { segmentBytes?: number; bytesMax?: number } = {}) {
  return openJournal({ directory, segmentBytes: 1 << 20, bytesMax: 1 << 30, log, ...over });
}

function entry(seq: number, over: Partial<JournalEntry> = {}): JournalEntry {
  const id = ids.next(seq % 4);
  return { seq, id, stationId: 7, receivedAtMs: 1_767_225_600_123, raw: `{"n":${seq}}`, ...over };
}

function entries(from: number, count: number, over: Partial<JournalEntry> = {}): JournalEntry[] {
  return Array.from({ length: count }, (_, index) => entry(from + index, over));
}

function outcome(settledSeq = 0, dropped: number[] = []): JournalOutcome {
  return { settledSeq, dropped, counts: { settledSeq } };
}

async function readAll(journal: Journal, from = 1): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  for await (const one of journal.read(from)) found.push(one);
  return found;
}

async function segmentNames(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.endsWith(".journal")).toSorted();
}

/** The one segment of a directory, closed, with the size it had after each append. */
async function writtenOneByOne(directory: string, count: number) {
  await using journal = await open(directory);
  const written: JournalEntry[] = [];
  const sizes = [0];
  for (let seq = 1; seq <= count; seq++) {
    const [one] = entries(seq, 1, { raw: `{"text":"${"é".repeat(seq)}"}` });
    if (one === undefined) throw new Error("no entry");
    await journal.append([one], outcome(seq - 1));
    written.push(one);
    sizes.push(journal.bytes);
  }
  const [name = ""] = await segmentNames(directory);
  return { path: join(directory, name), written, sizes };
}

describe("what is written", () => {
  test("comes back byte for byte, whatever characters the decoder sent", async () => {
    const directory = await newDirectory();
    const seed = 20_260_131;
    const random = createRandom(seed);
    const classes = [
      () => String.fromCharCode(random.below(0x20)), // controls, NUL among them
      () => String.fromCharCode(0x20 + random.below(0x5f)),
      () => String.fromCharCode(0x80 + random.below(0x780)), // two bytes
      () => String.fromCharCode(0x800 + random.below(0xd000)), // three bytes
      () => String.fromCharCode(0xe000 + random.below(0x2000)), // private use, BOM, noncharacters
      () => String.fromCodePoint(0x1_0000 + random.below(0x10_0000)), // four bytes
      () => random.pick(["\u2028", "\u2029", "\ufeff", "\u202e", "\u0000", "\r\n", "\u001b["]),
    ];
    const written = entries(1, 400).map((one, index) => ({
      ...one,
      stationId: random.below(2 ** 31),
      receivedAtMs: random.below(2 ** 41) + 0.25,
      raw: Array.from({ length: index }, () => random.pick(classes)()).join(""),
    }));
    {
      await using journal = await open(directory);
      await journal.append(written, outcome());
      expect(await readAll(journal)).toEqual(written);
    }
    await using again = await open(directory);
    expect(await readAll(again), `seed ${seed}`).toEqual(written);
    expect(again.nextSeq).toBe(401);
  });

  test("an object of the greatest length there is can be read again", async () => {
    const directory = await newDirectory();
    const raw = "\u{1f6eb}".repeat(65_536 / 2);
    {
      await using journal = await open(directory);
      await journal.append([entry(1, { raw }), entry(2)], outcome());
    }
    await using again = await open(directory);
    expect((await readAll(again)).map((one) => one.raw)).toEqual([raw, '{"n":2}']);
  });

  test("an object too long to be read again is refused, and what is there stays", async () => {
    await using journal = await open(await newDirectory());
    await journal.append([entry(1)], outcome());
    const raw = "x".repeat(2 << 20);
    await expect(journal.append([entry(2, { raw })], outcome())).rejects.toThrow(RangeError);
    await journal.append([entry(2)], outcome());
    expect((await readAll(journal)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test("goes on over many segments, from any number, and after a restart", async () => {
    const directory = await newDirectory();
    const seed = 4_711;
    const random = createRandom(seed);
    const written: JournalEntry[] = [];
    for (let life = 0; life < 4; life++) {
      await using journal = await open(directory, { segmentBytes: 2_000 });
      expect(journal.nextSeq).toBe(written.length + 1);
      for (let block = 0; block < 25; block++) {
        const more = entries(journal.nextSeq, random.below(12));
        await journal.append(more, outcome());
        written.push(...more);
      }
      expect(await readAll(journal), `seed ${seed}`).toEqual(written);
    }
    expect((await segmentNames(directory)).length).toBeGreaterThan(15);
    await using journal = await open(directory);
    for (let turn = 0; turn < 30; turn++) {
      const from = 1 + random.below(written.length);
      expect(await readAll(journal, from), `seed ${seed}`).toEqual(written.slice(from - 1));
    }
    const sizes = await Promise.all(
      (await segmentNames(directory)).map(async (name) => (await stat(join(directory, name))).size),
    );
    expect(journal.bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });

  test("several lives without a message keep the number and one file", async () => {
    const directory = await newDirectory();
    {
      await using journal = await open(directory);
      await journal.append(entries(1, 3), outcome());
    }
    for (let life = 0; life < 3; life++) {
      await using journal = await open(directory);
      await journal.append([], outcome(3));
      expect(journal.nextSeq).toBe(4);
    }
    expect(await segmentNames(directory)).toHaveLength(2);
    await using journal = await open(directory);
    expect(await readAll(journal)).toHaveLength(3);
    expect(journal.lastOutcome).toEqual(outcome(3));
  });
});

describe("a torn or spoilt segment", () => {
  test("a tear at any byte of the last write costs that write alone (F-06)", async () => {
    const source = await writtenOneByOne(await newDirectory(), 6);
    const bytes = await readFile(source.path);
    const lastStart = source.sizes[5] ?? 0;
    for (let cut = lastStart; cut < bytes.length; cut++) {
      const directory = await newDirectory();
      const path = join(directory, "000000000000001.journal");
      await writeFile(path, bytes.subarray(0, cut));
      await using journal = await open(directory);
      const kept = await readAll(journal);
      expect(kept.slice(0, 5), `cut at ${cut}`).toEqual(source.written.slice(0, 5));
      expect(journal.nextSeq).toBe(kept.length + 1);
      expect(journal.lastOutcome?.settledSeq).toBe(4);
      // The entry may be whole although its outcome is torn: then it isn't in the counts.
      expect(journal.uncounted).toBe(kept.length - 5);
      await journal.append([entry(journal.nextSeq)], outcome());
      expect(await readAll(journal)).toHaveLength(kept.length + 1);
    }
  });

  test("what was cut off doesn't come back after the next restart", async () => {
    const { path, sizes } = await writtenOneByOne(await newDirectory(), 4);
    await truncate(path, (sizes[3] ?? 0) + 5);
    const directory = join(path, "..");
    {
      await using journal = await open(directory);
      await journal.append([entry(4, { raw: "again" })], outcome());
    }
    await using journal = await open(directory);
    expect((await readAll(journal)).map(({ raw }) => raw).at(-1)).toBe("again");
    expect(await readAll(journal)).toHaveLength(4);
  });

  test("a flipped bit anywhere ends the segment there, and never yields a wrong entry", async () => {
    const source = await writtenOneByOne(await newDirectory(), 4);
    const bytes = await readFile(source.path);
    for (let at = 0; at < bytes.length; at++) {
      const spoilt = Buffer.from(bytes);
      spoilt[at] = (spoilt[at] ?? 0) ^ (1 << (at % 8));
      const directory = await newDirectory();
      await writeFile(join(directory, "000000000000001.journal"), spoilt);
      await using journal = await open(directory);
      const kept = await readAll(journal);
      expect(kept).toEqual(source.written.slice(0, kept.length));
      const wholeWrites = source.sizes.filter((size) => size > 0 && size <= at).length;
      expect(kept.length).toBeGreaterThanOrEqual(wholeWrites);
      expect(kept.length).toBeLessThanOrEqual(wholeWrites + 1);
    }
  });

  test("a spoilt segment in the middle leaves the later ones whole", async () => {
    const directory = await newDirectory();
    {
      await using journal = await open(directory, { segmentBytes: 400 });
      for (let seq = 1; seq <= 30; seq++) await journal.append([entry(seq)], outcome());
    }
    const [, , third = ""] = await segmentNames(directory);
    const path = join(directory, third);
    const bytes = await readFile(path);
    bytes[10] = (bytes[10] ?? 0) ^ 0xff;
    await writeFile(path, bytes);
    await using journal = await open(directory);
    const seqs = (await readAll(journal)).map(({ seq }) => seq);
    expect(journal.nextSeq).toBe(31);
    expect(seqs).toContain(1);
    expect(seqs).toContain(30);
    expect(seqs).not.toContain(Number(third.slice(0, 15)));
  });

  test("a foreign file in the directory is left alone", async () => {
    const directory = await newDirectory();
    await writeFile(join(directory, "notes.txt"), "mine");
    await using journal = await open(directory);
    expect(journal.nextSeq).toBe(1);
    expect(await readFile(join(directory, "notes.txt"), "utf8")).toBe("mine");
  });
});

/** Five segments of ten entries; entry n is in partition n % 4. */
async function fiveSegments(directory: string): Promise<Journal> {
  const journal = await open(directory, { segmentBytes: 1 });
  for (let block = 0; block < 5; block++) {
    const more = entries(journal.nextSeq, 10);
    await journal.append(more, outcome());
    journal.noteAppended(more);
  }
  return journal;
}

function all(): number {
  return Number.POSITIVE_INFINITY;
}

describe("cutting", () => {
  test("takes segments only once every partition has stored its part", async () => {
    const directory = await newDirectory();
    await using journal = await fiveSegments(directory);
    await journal.cut(50, (partition) => (partition === 3 ? 22 : 50));
    // 23 is the first of partition 3 that isn't stored.
    expect((await readAll(journal)).map(({ seq }) => seq)[0]).toBe(21);
    await journal.cut(50, (partition) => (partition === 3 ? 23 : 50));
    expect((await readAll(journal))[0]?.seq).toBe(21);
    await journal.cut(50, (partition) => (partition === 3 ? 27 : 50));
    expect((await readAll(journal))[0]?.seq).toBe(31);
    expect(await segmentNames(directory)).toHaveLength(2);
  });

  test("takes nothing that isn't settled, and never the file in use", async () => {
    const directory = await newDirectory();
    await using journal = await fiveSegments(directory);
    await journal.cut(9, all);
    expect(await segmentNames(directory)).toHaveLength(5);
    await journal.cut(10, all);
    expect(await segmentNames(directory)).toHaveLength(4);
    await journal.cut(50, all);
    expect(await segmentNames(directory)).toHaveLength(1);
    expect(journal.nextSeq).toBe(51);
  });

  test("a replay that has only begun doesn't make a segment look stored", async () => {
    const directory = await newDirectory();
    const journal = await fiveSegments(directory);
    await using _ = journal;
    const [first] = await readAll(journal);
    if (first === undefined) throw new Error("no entry");
    // After a loss of Redis everything is appended anew, from the first on.
    journal.noteAppended([first]);
    await journal.cut(50, (partition) => (partition === 1 ? first.seq : 50));
    expect(await segmentNames(directory)).toHaveLength(5);
  });

  test("the last outcome and the number survive a cut before the first write of a new life", async () => {
    const directory = await newDirectory();
    {
      await using journal = await fiveSegments(directory);
      await journal.append([], outcome(50));
    }
    {
      await using journal = await open(directory);
      await journal.cut(50, all);
    }
    await using journal = await open(directory);
    expect(journal.nextSeq).toBe(51);
    expect(journal.lastOutcome?.settledSeq).toBe(50);
  });

  test("a reader under way isn't disturbed by what is cut", async () => {
    await using journal = await fiveSegments(await newDirectory());
    const reading = journal.read(1);
    const seqs = [(await reading.next()).value?.seq];
    await journal.cut(50, all);
    for await (const { seq } of reading) seqs.push(seq);
    expect(seqs.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(seqs.slice(-10)).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49, 50]);
  });
});

describe("dropped entries", () => {
  test("aren't read again, neither now nor after a restart", async () => {
    const directory = await newDirectory();
    {
      await using journal = await open(directory, { segmentBytes: 1 });
      await journal.append(entries(1, 10), outcome());
      await journal.append(entries(11, 10), outcome(12, [2, 3, 12]));
      expect(await readAll(journal)).toHaveLength(17);
    }
    await using journal = await open(directory);
    const seqs = (await readAll(journal)).map(({ seq }) => seq);
    expect(seqs).not.toContain(2);
    expect(seqs).not.toContain(12);
    expect(seqs).toHaveLength(17);
    expect(journal.appendedUpTo()).toEqual(new Map([[0, 8], [1, 9], [2, 10], [3, 11]])); // prettier-ignore
  });

  test("stay dropped as long as their own segment is there, whatever else is cut", async () => {
    const directory = await newDirectory();
    {
      await using journal = await open(directory, { segmentBytes: 1 });
      const first = entries(1, 4);
      const second = entries(5, 4, { id: ids.next(0) });
      const third = entries(9, 4);
      await journal.append(first, outcome());
      await journal.append(second, outcome(4, [2]));
      await journal.append(third, outcome(8));
      await journal.append([], outcome(12));
      journal.noteAppended([...first, ...second, ...third].filter(({ seq }) => seq !== 2));
      // The first segment's entry of partition 1 isn't stored, all of the second segment is.
      const stored = new Map([[0, 12], [1, 0], [2, 12], [3, 12]]); // prettier-ignore
      await journal.cut(12, (partition) => stored.get(partition) ?? 0);
    }
    await using journal = await open(directory);
    expect((await readAll(journal)).map(({ seq }) => seq)).not.toContain(2);
  });

  test("two hundred thousand of them in one outcome are read back", async () => {
    const directory = await newDirectory();
    const many = Array.from({ length: 200_000 }, (_, index) => index + 1).filter((n) => n !== 4);
    {
      await using journal = await open(directory);
      await journal.append(entries(1, 3), outcome());
      await journal.append([], outcome(200_000, many));
      await journal.append(entries(4, 1), outcome(200_000));
    }
    await using journal = await open(directory);
    expect(journal.lastOutcome?.settledSeq).toBe(200_000);
    expect((await readAll(journal)).map(({ seq }) => seq)).toEqual([4]);
  });
});

describe("a journal that can't be written", () => {
  test("that is full refuses entries, still takes outcomes, and heals by being cut", async () => {
    await using journal = await open(await newDirectory(), { segmentBytes: 100, bytesMax: 2_000 });
    async function fill(): Promise<void> {
      for (let turn = 0; turn < 100; turn++) {
        const more = entries(journal.nextSeq, 1);
        await journal.append(more, outcome());
        journal.noteAppended(more);
      }
    }
    await expect(fill()).rejects.toThrow(JournalFullError);
    const { nextSeq } = journal;
    await journal.append([], outcome(nextSeq - 1));
    await journal.cut(nextSeq - 1, () => nextSeq - 1);
    await journal.append(entries(nextSeq, 1), outcome(nextSeq - 1));
    expect(journal.nextSeq).toBe(nextSeq + 1);
  });
});
