import { describe, expect, test } from "vitest";
import {
  entries,
  ids,
  newDirectory,
  open,
  progress,
  readAll,
  segmentNames,
} from "../../test/journal-entries.ts";
import type { Journal } from "./journal.ts";

/** Five segments of ten entries. */
async function fiveSegments(directory: string): Promise<Journal> {
  const journal = await open(directory, { segmentBytes: 1 });
  for (let block = 0; block < 5; block++) {
    const more = entries(journal.nextSeq, 10);
    await journal.append(more, progress());
    journal.recordAppended(more);
  }
  return journal;
}

function all(): number {
  return Number.POSITIVE_INFINITY;
}

describe("cutting", () => {
  test("deletes segments only once every partition has stored its part", async () => {
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

  test("deletes nothing that is not dispatched, and never the file in use", async () => {
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

  test("a replay that has only begun does not make a segment look stored", async () => {
    const directory = await newDirectory();
    const journal = await fiveSegments(directory);
    await using _ = journal;
    const [first] = await readAll(journal);
    if (first === undefined) throw new Error("no entry");
    // After a loss of Redis everything is appended anew, from the first on.
    journal.recordAppended([first]);
    await journal.cut(50, (partition) => (partition === 1 ? first.seq : 50));
    expect(await segmentNames(directory)).toHaveLength(5);
  });

  test("the last progress record and the number survive a cut before the first write after a restart", async () => {
    const directory = await newDirectory();
    {
      await using journal = await fiveSegments(directory);
      await journal.append([], progress(50));
    }
    {
      await using journal = await open(directory);
      await journal.cut(50, all);
    }
    await using journal = await open(directory);
    expect(journal.nextSeq).toBe(51);
    expect(journal.lastProgress?.dispatchedSeq).toBe(50);
  });

  test("a reader is not disturbed by a cut", async () => {
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
  test("are not read again, neither now nor after a restart", async () => {
    const directory = await newDirectory();
    {
      await using journal = await open(directory, { segmentBytes: 1 });
      await journal.append(entries(1, 10), progress());
      await journal.append(entries(11, 10), progress(12, [2, 3, 12]));
      expect(await readAll(journal)).toHaveLength(17);
    }
    await using journal = await open(directory);
    const seqs = (await readAll(journal)).map(({ seq }) => seq);
    expect(seqs).not.toContain(2);
    expect(seqs).not.toContain(12);
    expect(seqs).toHaveLength(17);
    expect(journal.appendedUpTo()).toEqual(new Map([[0, 8], [1, 9], [2, 10], [3, 11]])); // prettier-ignore
  });

  test("stay dropped as long as their segment exists, whatever else is cut", async () => {
    const directory = await newDirectory();
    {
      await using journal = await open(directory, { segmentBytes: 1 });
      const first = entries(1, 4);
      const second = entries(5, 4, { id: ids.next(0) });
      const third = entries(9, 4);
      await journal.append(first, progress());
      await journal.append(second, progress(4, [2]));
      await journal.append(third, progress(8));
      await journal.append([], progress(12));
      journal.recordAppended([...first, ...second, ...third].filter(({ seq }) => seq !== 2));
      // The first segment's entry of partition 1 isn't stored, all of the second segment is.
      const stored = new Map([[0, 12], [1, 0], [2, 12], [3, 12]]); // prettier-ignore
      await journal.cut(12, (partition) => stored.get(partition) ?? 0);
    }
    await using journal = await open(directory);
    expect((await readAll(journal)).map(({ seq }) => seq)).not.toContain(2);
  });

  test("two hundred thousand of them in one progress record are read back", async () => {
    const directory = await newDirectory();
    const many = Array.from({ length: 200_000 }, (_, index) => index + 1).filter((n) => n !== 4);
    {
      await using journal = await open(directory);
      await journal.append(entries(1, 3), progress());
      await journal.append([], progress(200_000, many));
      await journal.append(entries(4, 1), progress(200_000));
    }
    await using journal = await open(directory);
    expect(journal.lastProgress?.dispatchedSeq).toBe(200_000);
    expect((await readAll(journal)).map(({ seq }) => seq)).toEqual([4]);
  });
});
