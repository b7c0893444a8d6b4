import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createLogger, DeadlineError } from "@jetwire/runtime";
import { createTestDatabase, startTcpProxy, type TestDatabase, withPort } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkDurability, Database, isUnavailable, type Sql } from "../src/index.ts";
import { instantText } from "../src/query/instant-text.ts";

let at: TestDatabase;
const log = createLogger("test", "silent");

const ask = async (sql: Sql) => await sql`select 1`;
const slow = async (sql: Sql) => await sql`select pg_sleep(60)`;
const hangs = async (sql: Sql) => {
  await sql`select 1`;
  return await new Promise<never>(() => {});
};

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

test("a query over its deadline is cancelled on the server, and the pool stays", async () => {
  await using database = new Database(at.url, { log, max: 2, applicationName: "cancels" });
  const pool = database.sql;
  await expect(database.withQueryDeadline(slow, 100)).rejects.toThrow(DeadlineError);
  const active = async () =>
    await at.database.sql`
      select 1 from pg_stat_activity where application_name = 'cancels' and state = 'active'`;
  await expect.poll(active).toEqual([]);
  expect(database.sql).toBe(pool);
});

test("a server that accepts and says nothing costs a deadline, and then the pool is replaced", async () => {
  const server = createServer((socket) => socket.on("error", () => {}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await using database = new Database(`postgres://x@127.0.0.1:${port}/x`, { log });
  const pool = database.sql;
  await expect(database.withQueryDeadline(ask, 100)).rejects.toThrow(DeadlineError);
  expect(await database.answers(100)).toMatch(/longer than 100 ms/);
  // What waited was taken back, or its pool is gone: nothing is left behind that hangs.
  await expect(database.withQueryDeadline(ask, 100)).rejects.toThrow(DeadlineError);
  expect(pool).toBeDefined();
  server.close();
});

test("work that doesn't come back after its queries were cancelled leaves a fresh pool", async () => {
  await using database = new Database(at.url, { log, max: 1 });
  const before = database.sql;
  await expect(database.withQueryDeadline(hangs, 100)).rejects.toThrow(DeadlineError);
  expect(database.sql).not.toBe(before);
  expect(await database.answers()).toBe(true);
});

test("a connection that dies under a query costs the queries of that moment and nothing else", async () => {
  await using database = new Database(at.url, { log, max: 1, applicationName: "dies" });
  const asked = database.withQueryDeadline(slow, 20_000).catch((error: unknown) => error);
  const kill = async () => {
    const [row] = await at.database.sql`
      select count(pg_terminate_backend(pid)) as killed from pg_stat_activity
      where application_name = 'dies' and query like '%pg_sleep%'`;
    return row?.["killed"] as unknown;
  };
  await expect.poll(kill).toBe(1);
  expect(isUnavailable(await asked)).toBe(true);
  await expect.poll(() => database.answers()).toBe(true);
});

describe("with many asking at once", () => {
  test.each(["refuses", "hangs"])(
    "a server that %s for a while is used again within seconds",
    async (way) => {
      const { hostname, port } = new URL(at.url);
      await using proxy = await startTcpProxy({ host: hostname, port: Number(port) });
      await using database = new Database(withPort(at.url, proxy.port), { log, max: 3 });
      const answered = async () =>
        (await Promise.all(Array.from({ length: 20 }, () => database.answers(300)))).every(
          (answer) => answer === true,
        );
      await expect.poll(answered).toBe(true);
      if (way === "refuses") await proxy.refuse();
      else proxy.freeze();
      expect(await answered()).toBe(false);
      expect(await answered()).toBe(false);
      await proxy.recover();
      await expect.poll(answered, { timeout: 8_000, interval: 50 }).toBe(true);
    },
  );
});

test("an outage is two lines in the log, however often the connections are replaced", async () => {
  const lines: string[] = [];
  const written = createLogger("test", "info", 0, { write: (line) => void lines.push(line) });
  const { hostname, port } = new URL(at.url);
  await using proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  await using database = new Database(withPort(at.url, proxy.port), { log: written, max: 2 });
  await expect.poll(() => database.answers()).toBe(true);
  proxy.freeze();
  for (let asked = 0; asked < 4; asked += 1) expect(await database.answers(100)).not.toBe(true);
  await proxy.recover();
  await expect.poll(() => database.answers(), { timeout: 10_000 }).toBe(true);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    "postgres did not answer a cancellation, replacing the connections",
    "postgres answers again",
  ]);
});

test("an address that is none is refused without repeating it", () => {
  for (const url of ["x:secret", "http://u:secret@h/d", "postgres://u:secret@h:port/d"]) {
    expect(() => new Database(url, { log })).toThrow(/^DATABASE_URL is not an address(?!.*secret)/);
  }
});

test("a refused connection is reported as unavailable", async () => {
  await using database = new Database("postgres://x@127.0.0.1:1/x", { log });
  const error: unknown = await database.withQueryDeadline(ask, 5_000).catch((e: unknown) => e);
  expect(isUnavailable(error)).toBe(true);
});

test("rows have names in camel case and times as text, and what JSON has stays as it is", async () => {
  const { sql } = at.database;
  const time = sql`'2026-01-31 12:00:00.1239 +01'::timestamptz`;
  const iso = "2026-01-31T11:00:00.123Z";
  const [row] = await sql`
    select ${time} as created_at, ${iso}::timestamptz as as_text, ${new Date(iso)}::timestamptz as as_date,
      null::timestamptz as ended_at, jsonb_build_object('created_at', ${instantText(sql, time)}) as facts`;
  const times = { createdAt: iso, asText: iso, asDate: iso, endedAt: null };
  expect(row).toEqual({ ...times, facts: { created_at: iso } });
  await expect(sql`select 'infinity'::timestamptz`.execute()).rejects.toThrow(/is not a time/);
});

test("whole numbers come back exact or not at all", async () => {
  const { sql } = at.database;
  const [row] = await sql`select 9007199254740991::bigint as most, 1.5::float8 as half`;
  expect(row).toEqual({ most: Number.MAX_SAFE_INTEGER, half: 1.5 });
  await expect(sql`select 9007199254740993::bigint`.execute()).rejects.toThrow(/exactly/);
});

test("a server that would lose committed messages is refused unless its data is expendable", async () => {
  await checkDurability(at.database.sql);
  await using careless = new Database(at.url, { log, max: 1 });
  await careless.sql`set jetwire.expendable = off`;
  await expect(checkDurability(careless.sql)).rejects.toThrow(
    /fsync, full_page_writes, synchronous_commit is off/,
  );
});
