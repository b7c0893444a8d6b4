import { cp, open as openFile, stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { describeUnless } from "@jetwire/testbed";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  entries,
  entry,
  newDirectory,
  open,
  progress,
  readAll,
  segmentNames,
} from "../../test/journal-entries.ts";
import { createRandom } from "../../test/random.ts";
import { JournalFullError } from "./journal-full-error.ts";
import type { JournalEntry } from "./record.ts";

describe("an entry", () => {
  test("is read back unchanged, whatever characters the decoder sent", async () => {
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
      acceptedAtMs: random.below(2 ** 41) + 0.25,
      raw: Array.from({ length: index }, () => random.pick(classes)()).join(""),
    }));
    {
      await using journal = await open(directory);
      await journal.append(written, progress());
      expect(await readAll(journal)).toEqual(written);
    }
    await using again = await open(directory);
    expect(await readAll(again), `seed ${seed}`).toEqual(written);
    expect(again.nextSeq).toBe(401);
  });

  test("is written and synced before its append ends", async () => {
    const directory = await newDirectory();
    await using journal = await open(directory);
    await using probe = await openFile(join(directory, "probe"), "w");
    const handles = Object.getPrototypeOf(probe) as Pick<typeof probe, "datasync">;
    const synced = Promise.withResolvers<void>();
    const syncing = vi.spyOn(handles, "datasync").mockReturnValue(synced.promise);
    onTestFinished(() => syncing.mockRestore());
    let isAppended = false;
    const appended = journal.append([entry(1)], progress()).then(() => (isAppended = true));
    await expect.poll(() => syncing.mock.calls.length).toBe(1);
    const [name = ""] = await segmentNames(directory);
    expect((await stat(join(directory, name))).size).toBeGreaterThan(entry(1).raw.length);
    expect(isAppended).toBe(false);
    synced.resolve();
    await appended;
  });

  test("an object of the greatest length can be read again", async () => {
    const directory = await newDirectory();
    const raw = "\u{1f6eb}".repeat(65_536 / 2);
    {
      await using journal = await open(directory);
      await journal.append([entry(1, { raw }), entry(2)], progress());
    }
    await using again = await open(directory);
    expect((await readAll(again)).map((one) => one.raw)).toEqual([raw, '{"n":2}']);
  });

  test("an object that is too long is refused, and the others stay", async () => {
    await using journal = await open(await newDirectory());
    await journal.append([entry(1)], progress());
    const raw = "x".repeat(2 << 20);
    await expect(journal.append([entry(2, { raw })], progress())).rejects.toThrow(RangeError);
    await journal.append([entry(2)], progress());
    expect((await readAll(journal)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test("is read over many segments, from any number, and after a restart", async () => {
    const directory = await newDirectory();
    const seed = 4_711;
    const random = createRandom(seed);
    const written: JournalEntry[] = [];
    for (let life = 0; life < 4; life++) {
      await using journal = await open(directory, { segmentBytes: 2_000 });
      expect(journal.nextSeq).toBe(written.length + 1);
      for (let block = 0; block < 25; block++) {
        const more = entries(journal.nextSeq, random.below(12));
        await journal.append(more, progress());
        written.push(...more);
      }
      expect(await readAll(journal), `seed ${seed}`).toEqual(written);
    }
    expect((await segmentNames(directory)).length).toBeGreaterThan(15);
    await using journal = await open(directory);
    for (let step = 0; step < 30; step++) {
      const from = 1 + random.below(written.length);
      expect(await readAll(journal, from), `seed ${seed}`).toEqual(written.slice(from - 1));
    }
    const sizes = await Promise.all(
      (await segmentNames(directory)).map(async (name) => (await stat(join(directory, name))).size),
    );
    expect(journal.bytes).toBe(sizes.reduce((sum, size) => sum + size, 0));
  });

  test("several restarts without a message keep the number and one file", async () => {
    const directory = await newDirectory();
    {
      await using journal = await open(directory);
      await journal.append(entries(1, 3), progress());
    }
    for (let life = 0; life < 3; life++) {
      await using journal = await open(directory);
      await journal.append([], progress(3));
      expect(journal.nextSeq).toBe(4);
    }
    expect(await segmentNames(directory)).toHaveLength(2);
    await using journal = await open(directory);
    expect(await readAll(journal)).toHaveLength(3);
    expect(journal.lastProgress).toEqual(progress(3));
  });
});

describe("a journal that cannot be written", () => {
  test("that is full refuses entries, still accepts progress records, and recovers by a cut", async () => {
    await using journal = await open(await newDirectory(), { segmentBytes: 100, bytesMax: 2_000 });
    async function fill(): Promise<void> {
      for (let step = 0; step < 100; step++) {
        const more = entries(journal.nextSeq, 1);
        await journal.append(more, progress());
        journal.recordAppended(more);
      }
    }
    await expect(fill()).rejects.toThrow(JournalFullError);
    const { nextSeq } = journal;
    await journal.append([], progress(nextSeq - 1));
    await journal.cut(nextSeq - 1, () => nextSeq - 1);
    await journal.append(entries(nextSeq, 1), progress(nextSeq - 1));
    expect(journal.nextSeq).toBe(nextSeq + 1);
  });
});

describe("a journal directory", () => {
  test("belongs to one process at a time", async () => {
    const directory = await newDirectory();
    {
      await using journal = await open(directory);
      await expect(open(directory, { lockMsMax: 50 })).rejects.toThrow(
        `another process uses the journal ${directory}`,
      );
      await journal.append([entry(1)], progress());
    }
    await using journal = await open(directory);
    expect(journal.nextSeq).toBe(2);
  });

  test("continues above all numbers that may have been used, after a crash", async () => {
    const [directory, afterCrash] = [await newDirectory(), await newDirectory()];
    await using journal = await open(directory);
    await journal.append(entries(1, 3), progress());
    await cp(directory, afterCrash, { recursive: true });
    await using next = await open(afterCrash);
    const { nextSeq } = next;
    expect(nextSeq).toBeGreaterThan(50_000);
    await next.append(entries(nextSeq, 2), progress());
    expect((await readAll(next)).map(({ seq }) => seq)).toEqual([1, 2, 3, nextSeq, nextSeq + 1]);
    expect(next.hasLostEnd).toBe(false);
  });

  const missing = process.platform === "linux" ? null : "only Linux has /sys";

  describeUnless(missing, "that is not writable", () => {
    test("is named", async () => {
      // Not even root can create a file there.
      await expect(open("/sys/kernel")).rejects.toThrow("directory /sys/kernel is not writable");
    });
  });
});
