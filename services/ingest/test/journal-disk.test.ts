import { readlinkSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import type { DiskSpace } from "@jetwire/db";
import { createHealth, createLogger, createMetrics } from "@jetwire/runtime";
import { until } from "@jetwire/testbed";
import { expect, test, vi } from "vitest";
import { watchDisk } from "../src/journal/watch-disk.ts";
import { newDirectory } from "./journal-entries.ts";
import { freshLine, runIngest } from "./running-ingest.ts";

/** Lets an operation fail on all files in a folder until disposed, as a disk does. */
async function brokenDisk(
  folder: string,
  operation: "writeFile" | "datasync",
  code: string,
): Promise<Disposable> {
  await using probe = await open(join(folder, "probe"), "w");
  const handles = Object.getPrototypeOf(probe) as Pick<FileHandle, "writeFile" | "datasync">;
  const original = handles[operation] as (...args: unknown[]) => Promise<void>;
  const spy = vi.spyOn(handles, operation).mockImplementation(async function (
    this: FileHandle,
    ...args: unknown[]
  ) {
    const isInFolder = readlinkSync(`/proc/self/fd/${this.fd}`).startsWith(folder);
    if (isInFolder) throw Object.assign(new Error(`${code}: ${operation}`), { code });
    await original.apply(this, args);
  });
  return { [Symbol.dispose]: () => spy.mockRestore() };
}

test.each([
  ["writeFile", "ENOSPC", "no space left on the disk (ENOSPC)"],
  ["writeFile", "EDQUOT", "the disk quota is used up (EDQUOT)"],
  ["datasync", "EIO", "the disk reports an error (EIO)"],
] as const)(
  "while %s of the journal fails with %s, ingest is not ready and says why, until it can write again",
  async (operation, code, why) => {
    await using ingest = await runIngest({}, { persister: false });
    expect((await ingest.readiness()).checks["journal"]).toBe(true);
    {
      using _ = await brokenDisk(ingest.journalDirectory, operation, code);
      const refused = await ingest.post(freshLine());
      expect(refused.ok).toBe(false);
      const { ready, checks } = await ingest.readiness();
      expect(ready).toBe(false);
      const expected = `the journal ${ingest.journalDirectory} cannot be written: ${why}`;
      expect(checks["journal"]).toBe(expected);
    }
    // Without another message: a balancer sends none to an ingest that is not ready.
    await until("ready again", async () => (await ingest.readiness()).ready);
    expect((await ingest.post(freshLine())).ok).toBe(true);
  },
);

async function alarmAt(space: DiskSpace): Promise<string | undefined> {
  const end = new AbortController();
  const targets = {
    log: createLogger("test", "silent"),
    metrics: createMetrics({}),
    health: createHealth(),
  };
  const watched = watchDisk("/journal", targets, end.signal, () => Promise.resolve(space));
  const isRead = `jetwire_ingest_journal_disk_free_bytes ${space.freeBytes}`;
  await until("the disk is read", async () => (await targets.metrics.text()).includes(isRead));
  const { alarms } = await targets.health.readiness();
  end.abort();
  await watched;
  return alarms["journal-disk"];
}

test("a disk that is nearly full raises an alarm before messages are refused", async () => {
  const gib = 2 ** 30;
  expect(await alarmAt({ bytes: 100 * gib, freeBytes: 100 * 2 ** 20 })).toContain(
    "the disk of /journal has 100 MiB free",
  );
  expect(await alarmAt({ bytes: gib, freeBytes: 0.04 * gib })).toContain("40 MiB free");
  expect(await alarmAt({ bytes: gib, freeBytes: 0.06 * gib })).toBeUndefined();
  expect(await alarmAt({ bytes: 100 * gib, freeBytes: gib })).toBeUndefined();
});

test("the space of the journal's disk is exported", async () => {
  const directory = await newDirectory();
  await using ingest = await runIngest({ INGEST_JOURNAL_DIR: directory }, { persister: false });
  await until("the metrics", async () =>
    /jetwire_ingest_journal_disk_bytes [1-9]/.test(await ingest.metrics()),
  );
  expect(await ingest.metrics()).toMatch(/jetwire_ingest_journal_disk_free_bytes [1-9]/);
});
