import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import * as db from "@jetwire/db";
import { Database, type Sql } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import { createTestDatabase, programOf, type TestDatabase, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentOf, startChores } from "./chores-under-test.ts";
import { countUntouched, fillScene, fillUntouched, keeping, readMarks } from "./deletion-scene.ts";

const seed = Number(process.env["CHORES_TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const kills = 3;
/** A start and its jobs take ten seconds on two cores with ten busy processes beside them. */
const waitMsMax = 40_000;

/** The tables with expired rows, in the order of the jobs, and the condition of those rows. */
const tables = [
  ["message_raws_default", "raw like 'past%'"],
  ["message_counts", "source_type = 'past'"],
  ["session_tokens", "token_id like 'past%'"],
  ["revoked_tokens", "token_id like 'past%'"],
  ["chat_messages", "body like 'past%'"],
  ["notifications", "title like 'past%'"],
  ["flights", "flight like 'past%'"],
  ["airframes", "tail like 'past%'"],
] as const;

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

test(`jobs that are killed anywhere and run again end as if they never were (CHORES_TEST_SEED=${seed})`, async () => {
  const { sql } = at.database;
  await fillScene(sql);
  await fillUntouched(sql);
  const untouched = await countUntouched(sql);
  const stays = (await readMarks(sql)).filter((mark) => mark.startsWith("fresh"));
  const random = createRandom(seed);
  const reached: string[] = [];

  for (let kill = 0; kill < kills; kill++) {
    reached.push(await killAtRandomRow(sql, random, kills - kill));
  }
  await using chores = await startChores({ ...environmentOf(at), ...keeping });
  await until(
    "every job to be done",
    async () => {
      const runs = await db.jobRuns.list(sql);
      return (
        runs.filter(({ succeededAt }) => succeededAt !== null).length ===
        Object.keys(jobName).length
      );
    },
    waitMsMax,
  );
  expect(await readMarks(sql)).toEqual(stays);
  expect(await countUntouched(sql)).toEqual(untouched);
  expect(chores.failures).toEqual([]);
  process.stdout.write(`\nkilled (seed ${seed}) at ${reached.join(", ")}\n`);
});

/**
 * Locks a row that a job is about to delete, starts a process, and kills it when it waits for
 * that row: half-way through that table's batches and the jobs.
 */
async function killAtRandomRow(sql: Sql, random: () => number, killsLeft: number): Promise<string> {
  await using locker = new Database(at.url, { log: createLogger("test", "silent"), max: 1 });
  const [table, row] = await lockRandomRow(locker.sql, random, killsLeft);
  const child = startProcess();
  try {
    await until(
      `${table} to be waited for`,
      async () => {
        expect(child.exitCode).toBeNull();
        const [waiting] = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'jetwire-chores'
          and wait_event_type = 'Lock'`;
        return waiting;
      },
      waitMsMax,
    );
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  expect(child.signalCode).toBe("SIGKILL");
  // Otherwise it would delete its batch as soon as the row is unlocked.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'jetwire-chores'`;
  return `${table} ${row}`;
}

/** Locks a row until the connection ends. @returns the table and the position of the row */
async function lockRandomRow(
  sql: Sql,
  random: () => number,
  killsLeft: number,
): Promise<[string, number]> {
  const left: [(typeof tables)[number], number][] = [];
  for (const one of tables) {
    const [found] = await sql.unsafe<{ count: number }[]>(
      `select count(*)::integer as count from ${one[0]} where ${one[1]}`,
    );
    if (found && found.count > 0) left.push([one, found.count]);
  }
  // An early one, so that rows are left for the next kills.
  const choices = Math.ceil(left.length / killsLeft);
  const [[table, isPast], count] = left[Math.floor(random() * choices)] ?? [["", ""], 0];
  expect(count, "rows that are left to be deleted").toBeGreaterThan(0);
  const row = Math.floor(random() * count);
  await sql`begin`;
  const order = table === "message_counts" ? "hour, station_id" : "1";
  await sql.unsafe(
    `select 1 from ${table} where ctid = (
      select ctid from ${table} where ${isPast} order by ${order} offset ${row} limit 1
    ) for update`,
  );
  return [table, row];
}

function startProcess(): ChildProcess {
  return spawn(process.execPath, [programOf("chores")], {
    env: { ...process.env, ...environmentOf(at), ...keeping, LOG_LEVEL: "error" },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

/** Numbers in [0, 1) that a seed decides (mulberry32). */
function createRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
