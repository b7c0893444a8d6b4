import { cp, readdir, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "@jetwire/db";
import { until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { newDirectory } from "./journal-entries.ts";
import { freshLine, freshLines, runIngest, type RunningIngest } from "./running-ingest.ts";

async function post(ingest: RunningIngest, ...lines: string[]): Promise<void> {
  const answer = await ingest.post(lines.join("\n"));
  expect(answer.status).toBe(202);
  await answer.text();
}

/** Waits until the counts were copied to Postgres some more times. */
async function copiedAgain(sql: Sql, times: number): Promise<void> {
  const generation = async () => {
    const [row] = await sql<{ generation: number }[]>`select generation from ledgers`;
    return row?.generation ?? 0;
  };
  const last = (await generation()) + times;
  await until(`${times} copies`, async () => (await generation()) >= last, 20_000);
}

/** Returns false for a file that is just being replaced: it may have another name before it is copied. */
function isNotReplaced(path: string): boolean {
  return !path.endsWith(".new");
}

/** Copies a journal as it is on disk now: what a process that is killed now leaves behind. */
async function copyOf(directory: string): Promise<string> {
  const copy = join(await newDirectory(), "journal");
  await cp(directory, copy, { recursive: true, filter: isNotReplaced });
  return copy;
}

/** Cuts off the end of a journal. */
async function cutEnd(directory: string, bytes: number): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".journal"));
  const path = join(directory, names.toSorted().at(-1) ?? "");
  expect((await stat(path)).size).toBeGreaterThan(bytes);
  await truncate(path, bytes);
}

/** An ingest that has stored 30 messages, and got 10 duplicates and a body that is none. */
async function withMessages() {
  const ingest = await runIngest();
  const { sql } = ingest.database.database;
  const lines = freshLines(30);
  await post(ingest, ...lines.slice(0, 10));
  await ingest.accounted(10);
  await post(ingest, ...lines.slice(10), ...lines.slice(0, 10));
  await (await ingest.post("no object")).text();
  return { ingest, sql, account: await ingest.accounted(41) };
}

test("counts are right for good after the journal has lost its end, and after a kill", async () => {
  const { ingest, sql, account } = await withMessages();
  await using _ = ingest;
  await ingest.stop();
  await cutEnd(ingest.journalDirectory, 1_500);
  await ingest.begin();
  await copiedAgain(sql, 4);
  expect(await ingest.accounted(41)).toMatchObject({ ...account, counts: [{ offered: 41 }] });
  await post(ingest, ...freshLines(5));
  await ingest.accounted(46);
  const killed = await copyOf(ingest.journalDirectory);
  await ingest.stop();
  await ingest.begin({ INGEST_JOURNAL_DIR: killed });
  await copiedAgain(sql, 4);
  expect(await ingest.accounted(46)).toMatchObject({ persisted: 35, duplicates: 10, limited: 0 });
}, 60_000);

test("a kill before Postgres could be asked for the lost counts loses and doubles none", async () => {
  const { ingest, sql } = await withMessages();
  await using _ = ingest;
  await ingest.stop();
  await cutEnd(ingest.journalDirectory, 1_500);
  await sql`alter table ledgers rename to ledgers_away`;
  await ingest.begin();
  await post(ingest, ...freshLines(3));
  const killed = await copyOf(ingest.journalDirectory);
  await ingest.stop();
  await sql`alter table ledgers_away rename to ledgers`;
  await ingest.begin({ INGEST_JOURNAL_DIR: killed });
  await copiedAgain(sql, 3);
  const account = await ingest.accounted(44);
  expect(account).toMatchObject({ persisted: 33, duplicates: 10, limited: 0 });
}, 60_000);

test("messages that were stored and counted nowhere, because a kill came first, are counted again", async () => {
  const { ingest, sql } = await withMessages();
  await using _ = ingest;
  await ingest.stop();
  // As Postgres had them a second before the kill.
  await sql`update ledgers set counts = counts || '{"offered":21,"accepted":20,"appended":20,"duplicates":{}}'`;
  await cutEnd(ingest.journalDirectory, 1_500);
  await ingest.begin();
  await post(ingest, freshLine());
  await copiedAgain(sql, 3);
  const account = await ingest.accounted(32);
  expect(account).toMatchObject({ persisted: 31, duplicates: 0, limited: 0 });
}, 60_000);

test.each(["1e17", "-1", '"many"'])(
  "counts in Postgres that cannot be true (%s) are counted and mended, and copying goes on",
  async (impossible) => {
    const { ingest, sql } = await withMessages();
    await using _ = ingest;
    await sql.unsafe(`update ledgers set counts = counts || '{"accepted":${impossible}}'`);
    await until("the mending", async () => / [1-9]/.test(await mended(ingest)));
    await copiedAgain(sql, 2);
    expect(await ingest.accounted(41)).toMatchObject({ persisted: 30, duplicates: 10 });
  },
  30_000,
);

async function mended(ingest: RunningIngest): Promise<string> {
  const text = await ingest.metrics();
  return /^jetwire_ingest_counts_mended .*$/m.exec(text)?.[0] ?? "";
}

test("numbers that a crash has left out are no waiting messages, and no lost ones", async () => {
  const { ingest, sql } = await withMessages();
  await using _ = ingest;
  const killed = await copyOf(ingest.journalDirectory);
  await ingest.stop();
  for (let start = 0; start < 2; start++) {
    await ingest.begin({ INGEST_JOURNAL_DIR: killed });
    await copiedAgain(sql, 3);
    const [row] = await sql<{ waitingMs: number }[]>`
      select (counts ->> 'waitingMs')::integer as waiting_ms from ledgers`;
    expect(row?.waitingMs).toBe(0);
    expect((await ingest.readiness()).alarms).toEqual({});
    await ingest.stop();
  }
}, 60_000);
