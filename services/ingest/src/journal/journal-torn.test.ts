import { randomBytes } from "node:crypto";
import { readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  entries,
  entry,
  memory,
  newDirectory,
  open,
  progress,
  readAll,
  segmentNames,
} from "../../test/journal-entries.ts";
import { emptyCounts, restoreLedger } from "../ledger.ts";
import type { JournalEntry } from "./record.ts";

/** The one segment of a directory, closed, with the size it had after each append. */
async function writtenOneByOne(directory: string, count: number) {
  await using journal = await open(directory);
  const written: JournalEntry[] = [];
  const sizes = [0];
  for (let seq = 1; seq <= count; seq++) {
    const [one] = entries(seq, 1, { raw: `{"text":"${"é".repeat(seq)}"}` });
    if (one === undefined) throw new Error("no entry");
    await journal.append([one], progress(seq - 1));
    written.push(one);
    sizes.push(journal.bytes);
  }
  const [name = ""] = await segmentNames(directory);
  return { path: join(directory, name), written, sizes };
}

/** The contents of the files that a journal has set aside. */
async function damagedFiles(directory: string): Promise<Buffer[]> {
  const names = await readdir(join(directory, "damaged"));
  return await Promise.all(names.map((name) => readFile(join(directory, "damaged", name))));
}

describe("a torn or corrupt segment", () => {
  test("a tear at any byte of the last write costs that write alone (F-06)", async () => {
    const source = await writtenOneByOne(await newDirectory(memory), 6);
    const bytes = await readFile(source.path);
    const lastStart = source.sizes[5] ?? 0;
    for (let cut = lastStart; cut < bytes.length; cut++) {
      const directory = await newDirectory(memory);
      const path = join(directory, "000000000000001.journal");
      await writeFile(path, bytes.subarray(0, cut));
      await using journal = await open(directory);
      const kept = await readAll(journal);
      expect(kept.slice(0, 5), `cut at ${cut}`).toEqual(source.written.slice(0, 5));
      expect(journal.nextSeq).toBe(kept.length + 1);
      expect(journal.lastProgress?.dispatchedSeq).toBe(4);
      // The entry may be complete although its progress record is torn: then it is not in the counts.
      expect(journal.uncounted).toBe(kept.length - 5);
      await journal.append([entry(journal.nextSeq)], progress());
      expect(await readAll(journal)).toHaveLength(kept.length + 1);
    }
  });

  test("what was cut off does not return after the next restart", async () => {
    const { path, sizes } = await writtenOneByOne(await newDirectory(memory), 4);
    await truncate(path, (sizes[3] ?? 0) + 5);
    const directory = join(path, "..");
    {
      await using journal = await open(directory);
      await journal.append([entry(4, { raw: "again" })], progress());
    }
    await using journal = await open(directory);
    expect((await readAll(journal)).map(({ raw }) => raw).at(-1)).toBe("again");
    expect(await readAll(journal)).toHaveLength(4);
  });

  test("a flipped bit anywhere costs its own record, and never yields a wrong entry", async () => {
    const source = await writtenOneByOne(await newDirectory(memory), 4);
    const bytes = await readFile(source.path);
    const lastStart = source.sizes[3] ?? 0;
    for (let at = 0; at < bytes.length; at++) {
      const spoilt = Buffer.from(bytes);
      spoilt[at] = (spoilt[at] ?? 0) ^ (1 << (at % 8));
      const directory = await newDirectory(memory);
      await writeFile(join(directory, "000000000000001.journal"), spoilt);
      await using journal = await open(directory);
      const kept = await readAll(journal);
      const damagedBlock = source.sizes.findLastIndex((size) => size <= at);
      const expected = source.written.filter(
        (one, index) => index !== damagedBlock || kept.some(({ seq }) => seq === one.seq),
      );
      expect(kept, `bit of byte ${at}`).toEqual(expected);
      if (at >= lastStart) continue;
      expect(await damagedFiles(directory)).toEqual([spoilt]);
    }
  });

  test.each([
    ["zeros", () => Buffer.alloc(4_096)],
    ["random bytes", () => randomBytes(4_096)],
    ["other records", (bytes: Buffer) => bytes.subarray(200, 4_296)],
  ])("a damaged block of %s costs the records in it", async (_, damageOf) => {
    const directory = await newDirectory(memory);
    {
      await using journal = await open(directory);
      for (let block = 0; block < 40; block++) {
        const raw = JSON.stringify({ text: "x".repeat(block * 7) });
        await journal.append(entries(journal.nextSeq, 25, { raw }), progress());
      }
    }
    const [name = ""] = await segmentNames(directory);
    const path = join(directory, name);
    const bytes = await readFile(path);
    damageOf(bytes).copy(bytes, 61_440);
    await writeFile(path, bytes);
    for (let start = 0; start < 2; start++) {
      await using journal = await open(directory);
      const seqs = (await readAll(journal)).map(({ seq }) => seq);
      expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
      expect(seqs.length).toBeGreaterThan(900);
      expect(seqs.length).toBeLessThan(1_000);
      expect([seqs.at(0), seqs.at(-1)]).toEqual([1, 1_000]);
      expect(journal.nextSeq).toBe(1_001);
      expect(await damagedFiles(directory)).toEqual([bytes]);
    }
  });

  test("an end that was lost is found out, and its numbers are not used again", async () => {
    const { path, sizes } = await writtenOneByOne(await newDirectory(memory), 4);
    await truncate(path, sizes[3]);
    const directory = join(path, "..");
    await using journal = await open(directory);
    expect(journal.hasLostEnd).toBe(true);
    expect(journal.nextSeq).toBe(5);
    expect(await readAll(journal)).toHaveLength(3);
  });

  test("lost entries that were not dispatched are counted as limited, the others are not", async () => {
    const directory = await newDirectory(memory);
    {
      await using journal = await open(directory, { segmentBytes: 1 });
      for (let block = 1; block <= 3; block++) {
        const counts = {
          ...emptyCounts(),
          offered: block * 10,
          accepted: block * 10,
          appended: 10,
        };
        const written = { dispatchedSeq: 10, dropped: [], counts };
        await journal.append(entries(journal.nextSeq, 10), written);
      }
    }
    for (const name of (await segmentNames(directory)).slice(0, 2)) {
      const path = join(directory, name);
      const bytes = await readFile(path);
      bytes[100] = (bytes[100] ?? 0) ^ 1;
      await writeFile(path, bytes);
    }
    await using journal = await open(directory);
    expect(await readAll(journal)).toHaveLength(28);
    const { counts } = restoreLedger(journal);
    expect(counts).toMatchObject({ offered: 30, accepted: 29, appended: 10 });
    expect(counts.limited).toEqual({ "journal-damaged": 1 });
  });

  test("a corrupt record in a segment in the middle costs itself alone", async () => {
    const directory = await newDirectory(memory);
    {
      await using journal = await open(directory, { segmentBytes: 400 });
      for (let seq = 1; seq <= 30; seq++) await journal.append([entry(seq)], progress());
    }
    const [, , third = ""] = await segmentNames(directory);
    const path = join(directory, third);
    const bytes = await readFile(path);
    bytes[10] = (bytes[10] ?? 0) ^ 0xff;
    await writeFile(path, bytes);
    await using journal = await open(directory);
    const seqs = (await readAll(journal)).map(({ seq }) => seq);
    expect(journal.nextSeq).toBe(31);
    const lost = Number(third.slice(0, 15));
    const expected = Array.from({ length: 30 }, (_, index) => index + 1).filter((n) => n !== lost);
    expect(seqs).toEqual(expected);
  });

  test("a foreign file in the directory is left alone", async () => {
    const directory = await newDirectory(memory);
    await writeFile(join(directory, "notes.txt"), "mine");
    await using journal = await open(directory);
    expect(journal.nextSeq).toBe(1);
    expect(await readFile(join(directory, "notes.txt"), "utf8")).toBe("mine");
  });
});
