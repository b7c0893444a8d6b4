import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@jetwire/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReplicaJournal } from "./open-replica-journal.ts";

const options = { segmentBytes: 1 << 20, bytesMax: 1 << 30, log: createLogger("test", "silent") };
let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "jetwire-journals-"));
});
afterAll(() => rm(parent, { recursive: true }));

test("replicas that share a folder have a journal each, and continue one that was left", async () => {
  const config = { INGEST_JOURNAL_DIR: join(parent, "single"), INGEST_JOURNALS_DIR: parent };
  await using first = await openReplicaJournal(config, options);
  const second = await openReplicaJournal(config, options);
  await using third = await openReplicaJournal(config, options);
  const directories = [first, second, third].map(({ directory }) => directory);
  expect(directories).toEqual([0, 1, 2].map((number) => join(parent, `journal-${number}`)));

  await second[Symbol.asyncDispose]();
  await using next = await openReplicaJournal(config, options);
  expect(next.directory).toBe(second.directory);
});

test("a replica with a directory of its own uses it", async () => {
  const config = { INGEST_JOURNAL_DIR: join(parent, "single"), INGEST_JOURNALS_DIR: undefined };
  await using journal = await openReplicaJournal(config, options);
  expect(journal.directory).toBe(config.INGEST_JOURNAL_DIR);
});
