import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  entries,
  entry,
  newDirectory,
  open,
  progress,
  readAll,
  segmentNames,
} from "../../test/journal-entries.ts";
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

describe("a torn or corrupt segment", () => {
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
      expect(journal.lastProgress?.dispatchedSeq).toBe(4);
      // The entry may be complete although its progress record is torn: then it is not in the counts.
      expect(journal.uncounted).toBe(kept.length - 5);
      await journal.append([entry(journal.nextSeq)], progress());
      expect(await readAll(journal)).toHaveLength(kept.length + 1);
    }
  });

  test("what was cut off does not return after the next restart", async () => {
    const { path, sizes } = await writtenOneByOne(await newDirectory(), 4);
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

  test("a corrupt segment in the middle leaves the later ones intact", async () => {
    const directory = await newDirectory();
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
