import { cp, mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { freshLines, runIngest } from "./running-ingest.ts";

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "jetwire-numbering-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Deletes the files of a journal whose names match. */
async function remove(directory: string, pattern: RegExp): Promise<void> {
  const names = (await readdir(directory)).filter((name) => pattern.test(name));
  await Promise.all(names.map((name) => rm(join(directory, name))));
}

async function cutInHalf(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.endsWith(".journal")) await truncate(join(directory, name), 900);
  }
}

const damages: [string, (journal: string, snapshot: string) => Promise<unknown>][] = [
  ["its segments deleted", (journal) => remove(journal, /\.journal$/)],
  ["its end cut off", cutInHalf],
  ["its segments and its high-water mark deleted", (journal) => remove(journal, /\.journal$|^high-water/)], // prettier-ignore
  [
    "its segments restored from a snapshot",
    async (journal, snapshot) => {
      await remove(journal, /\.journal$/);
      const isSegment = (path: string) => path === snapshot || path.endsWith(".journal");
      await cp(snapshot, journal, { recursive: true, filter: isSegment });
    },
  ],
  [
    "all of it restored from a snapshot",
    async (journal, snapshot) => {
      await rm(journal, { recursive: true });
      await cp(snapshot, journal, { recursive: true });
    },
  ],
  ["its producer deleted", (journal) => remove(journal, /^producer/)],
  ["its producer empty", (journal) => writeFile(join(journal, "producer.json"), "")],
  ["its high-water mark unreadable", (journal) => writeFile(join(journal, "high-water.json"), "{")],
];

describe("a journal that was damaged between two starts", () => {
  test.each(damages)(
    "stores all that it accepts afterwards: %s",
    { timeout: 60_000 },
    async (_, damage) => {
      const parent = await newDirectory();
      const [journal, snapshot] = [join(parent, "journal"), join(parent, "snapshot")];
      await using ingest = await runIngest({ INGEST_JOURNAL_DIR: journal });
      expect((await ingest.post(freshLines(3).join("\n"))).status).toBe(202);
      await ingest.stored(3);
      await cp(journal, snapshot, { recursive: true });
      for (let post = 0; post < 4; post++) {
        expect((await ingest.post(freshLines(5).join("\n"))).status).toBe(202);
      }
      await ingest.stored(23);
      await ingest.stop();
      await damage(journal, snapshot);
      await ingest.begin();
      const answers: number[] = [];
      for (const line of freshLines(20)) answers.push((await ingest.post(line)).status);
      expect(answers).toEqual(answers.map(() => 202));
      await ingest.stored(43);
    },
  );
});

test(
  "two ingests on copies of one journal store all that they accept",
  { timeout: 60_000 },
  async () => {
    const parent = await newDirectory();
    const [journal, copy] = [join(parent, "journal"), join(parent, "copy")];
    await using ingest = await runIngest({ INGEST_JOURNAL_DIR: journal });
    expect((await ingest.post(freshLines(3).join("\n"))).status).toBe(202);
    await ingest.stored(3);
    await ingest.stop();
    await cp(journal, copy, { recursive: true });
    await ingest.begin();
    const { url } = ingest;
    await using first = ingest.service;
    expect(first.httpPort).toBeGreaterThan(0);
    await ingest.begin({ INGEST_JOURNAL_DIR: copy });
    const headers = { "content-type": "application/json" };
    for (let round = 0; round < 10; round++) {
      const [one, other] = freshLines(2);
      const answers = await Promise.all([
        fetch(url, { method: "POST", body: one ?? "", headers }),
        ingest.post(other ?? ""),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    }
    await ingest.stored(23);
  },
);
