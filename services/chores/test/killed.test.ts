import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import * as db from "@jetwire/db";
import { Database } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import { createTestDatabase, programOf, type TestDatabase, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentOf, partitionsOf, startChores } from "./chores-under-test.ts";

let at: TestDatabase;

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

const partitionLock = 5_917_002;
const tomorrow = db.partitions.nameOf("messages", new Date(Date.now() + 86_400_000));

test("a job whose process is killed half-way is finished by the next process", async () => {
  const { sql } = at.database;
  await sql.unsafe(`drop table ${tomorrow}`);
  {
    await using locker = new Database(at.url, { log: createLogger("test", "silent"), max: 1 });
    await locker.sql`select pg_advisory_lock(${partitionLock})`;
    using child = startProcess();
    await until("the job to wait for its lock", async () => {
      const [waiting] = await sql`
        select 1 from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`;
      return waiting;
    });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");
  }
  expect(await partitionsOf(at, "messages")).not.toContain(tomorrow);

  await using chores = await startChores(environmentOf(at));
  await until("the partition", async () => (await partitionsOf(at, "messages")).includes(tomorrow));
  await until("the metrics", async () =>
    (await chores.metrics.text()).includes('runs_total{name="make-partitions",result="done"} 1'),
  );
  expect(await chores.metrics.text()).toMatch(/stalled_total 1$/m);
});

function startProcess(): ChildProcess {
  return spawn(process.execPath, [programOf("chores")], {
    env: { ...process.env, ...environmentOf(at), LOG_LEVEL: "error" },
    stdio: ["ignore", "inherit", "inherit"],
  });
}
