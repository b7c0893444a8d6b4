import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import {
  createTestDatabase,
  storeMessages,
  type TestDatabase,
  testMessage,
} from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  countDeadLetters,
  ensurePartitions,
  listJobRuns,
  migrate,
  migrationStatus,
  readMessage,
  updateReceptionUptime,
} from "../src/index.ts";

let at: TestDatabase;

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

describe("migrate", () => {
  test("several processes at once on an empty database apply each migration once", async () => {
    const { sql } = at.database;
    await sql.unsafe("drop schema public cascade");
    await sql.unsafe("create schema public");
    const runs = await Promise.all([migrate(at.url), migrate(at.url), migrate(at.url)]);
    const { applied, pending, unknown } = await migrationStatus(sql);
    expect(runs.flatMap((run) => run.applied).toSorted()).toEqual(applied);
    expect(applied.length).toBeGreaterThan(0);
    expect([pending, unknown]).toEqual([[], []]);
    const rows = await sql`select count(*) from airlines`;
    expect(rows[0]?.["count"]).toBeGreaterThan(4_000);
    const airports = await sql`select count(*) from airports`;
    expect(airports[0]?.["count"]).toBeGreaterThan(15_000);
  });

  test("an applied migration whose file was changed is an error that names it", async () => {
    const { sql } = at.database;
    const [first] = await sql`
      update schema_migrations s set checksum = 'another' from schema_migrations old
      where s.number = 1 and old.number = 1 returning old.checksum`;
    await expect(migrate(at.url)).rejects.toThrow(/0001-first was changed/);
    await sql`update schema_migrations set checksum = ${first?.["checksum"]} where number = 1`;
    expect(await migrate(at.url)).toEqual({ applied: [] });
  });

  test("a database that is newer is refused, unless services were rolled back, and is left alone", async () => {
    const { sql } = at.database;
    await sql`insert into schema_migrations (number, name, checksum) values (9000, '9000-later', '')`;
    await expect(migrate(at.url)).rejects.toThrow(/newer than this version.*9000-later/);
    const rolledBack = await migrate(at.url, undefined, { allowNewer: true });
    expect(rolledBack).toEqual({ applied: [], newer: ["9000-later"] });
    await sql`delete from schema_migrations where number = 9000`;
  });

  test("an operator's own airlines and airports are not touched", async () => {
    const { sql } = at.database;
    await sql`delete from airlines where icao <> 'UAL'`;
    await sql`delete from airports where icao is distinct from 'ESSA'`;
    await migrate(at.url);
    expect(await sql`select code, iata from airports`).toEqual([{ code: "ESSA", iata: "ARN" }]);
    expect(await sql`select icao, iata, holds_iata from airlines`).toEqual([
      { icao: "UAL", iata: "UA", holdsIata: true },
    ]);
  });
});

test("0015 renames tables and columns and keeps every row, in each partition", async () => {
  await using old = await createTestDatabase();
  const { sql } = old.database;
  await sql.unsafe("drop schema public cascade; create schema public");
  await migrateTo(sql, 14);
  const today = new Date();
  await ensurePartitions(sql, today, 1);
  const [message, stray] = [testMessage(), testMessage({ stationId: 7 })];
  for (const [table, { id, timestamp, createdAt, stationId }] of [
    ["messages", message],
    ["messages_default", { ...stray, id: "01000000-0000-7000-8000-000000000001" }],
  ] as const) {
    await sql`
      insert into ${sql(table)} (id, group_id, heard_at, skewed, created_at, station_id, source,
        source_type)
      values (${id}, ${id}, ${timestamp}, false, ${createdAt}, ${stationId}, 'a', 'acars')`;
  }
  await sql.unsafe(`
    insert into stations (ident, first_heard_at, last_heard_at) values ('A', '2026-01-01', now());
    insert into airframes (id, icao, first_heard_at, last_heard_at)
      values (gen_random_uuid(), 'A0F1BB', '2026-01-02', '2026-01-03');
    insert into flights (id, flight_key, flight, first_heard_at, last_heard_at)
      values (gen_random_uuid(), 'UAL1', 'UA1', '2026-01-04', '2026-01-05');
    insert into hearing (since, last_heard_at) values ('2026-01-06', now());
    insert into parked_entries (partition, entry_id, reason, detail, fields)
      values (0, '1-1', 'bad-message', 'x', '[]');
    insert into job_runs (job, ran_at, ran_ms, outcome)
      values ('drop-unheard', now(), 1, '{"flights": 1}')`);

  expect((await migrate(old.url)).applied).toContain("0015-received-and-dead-letters");

  expect((await readMessage(sql, message.id))?.timestamp).toBe(message.timestamp);
  const after = testMessage();
  await storeMessages(sql, [{ message: after, flightKey: null }]);
  expect(await readMessage(sql, after.id)).toEqual(after);
  const made = await ensurePartitions(sql, new Date(Date.now() + 40 * 86_400_000), 1);
  expect(made.created).toHaveLength(2);
  const columns = await sql<{ table: string; columns: string[] }[]>`
    select c.relname::text as table, to_json(array_agg(a.attname order by a.attnum)) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where relname like 'messages_%' and relkind = 'r' group by 1`;
  expect(columns.length).toBeGreaterThan(9);
  for (const partition of columns) expect(partition.columns[2]).toBe("received_at");
  const [rows] = await sql`
    select s.first_received_at as station, a.first_received_at as airframe,
      f.first_received_at as flight, f.last_received_at as last
    from stations s, airframes a, flights f where s.ident = 'A'`;
  expect(rows).toEqual({
    station: new Date("2026-01-01"),
    airframe: new Date("2026-01-02"),
    flight: new Date("2026-01-04"),
    last: new Date("2026-01-05"),
  });
  expect(await countDeadLetters(sql)).toEqual([{ reason: "bad-message", count: 1, example: "x" }]);
  expect(await updateReceptionUptime(sql, new Date(), 60_000)).toEqual(new Date("2026-01-06"));
  expect(await listJobRuns(sql)).toMatchObject([{ job: "drop-flights", result: { flights: 1 } }]);
  // Postgres 18 names not-null constraints too, after the columns' first names; nothing uses them.
  const retired = await sql`
    select relname from pg_class where relname ~ 'heard|hearing|parked'
    union all select attname from pg_attribute join pg_class c on c.oid = attrelid
      where attname ~ 'heard|parked' and relkind in ('r', 'p')
    union all select conname from pg_constraint where conname ~ 'heard|hearing|parked'
      and contype <> 'n'`;
  expect(retired).toEqual([]);
});

/** Applies the migrations up to a number, as a version that knew no more of them did. */
async function migrateTo(sql: TestDatabase["database"]["sql"], last: number): Promise<void> {
  const directory = new URL("../src/migrations/", import.meta.url);
  await sql.unsafe(`
    create table schema_migrations (number integer primary key, name text not null,
      checksum text not null, applied_at timestamptz not null default now())`);
  for (const file of readdirSync(directory).toSorted()) {
    const number = Number(file.slice(0, 4));
    if (number > last) continue;
    const text = readFileSync(new URL(file, directory), "utf8");
    await sql.unsafe(text);
    const checksum = createHash("sha256").update(text).digest("hex");
    await sql`
      insert into schema_migrations (number, name, checksum)
      values (${number}, ${file.slice(0, -4)}, ${checksum})`;
  }
}

test("networks of an installation that counted messages are first if they sent since the station exists, as far as is known", async () => {
  await using own = await createTestDatabase();
  const { sql } = own.database;
  await sql.unsafe(`
    drop function judge_network(integer, bytea), release_station(integer, uuid), decide_claim(uuid, boolean);
    create function decide_claim(claim uuid, approve boolean) returns void language sql as '';
    alter table station_sources drop column hours, drop column first_at;
    alter table stations drop column owner_proven, drop column owner_erased;
    alter table station_claims drop column network, drop column provisional_at;
    delete from schema_migrations where number = 49;
    insert into stations (ident, created_at, first_received_at)
    values ('WEEKS', now() - interval '50 days', now() - interval '50 days'),
      ('SILENT', now() - interval '50 days', now() - interval '50 days'),
      ('NEW', now() - interval '2 days', now() - interval '2 days');
    insert into station_sources (station_id, day, network, messages)
    select id, (now() at time zone 'UTC')::date - ago, network::bytea, 1 from stations, (values
      ('WEEKS', 6, 'a'), ('WEEKS', 0, 'a'), ('WEEKS', 1, 'b'), ('SILENT', 1, 'b'), ('NEW', 2, 'a'), ('NEW', 1, 'b')
    ) as source (named, ago, network) where named = ident`);
  expect((await migrate(own.url)).applied).toEqual(["0049-hours-of-networks"]);
  const judged = await sql<{ ident: string; network: string; result: string }[]>`
    select distinct ident, network::text as network, result from station_sources n
    join stations s on s.id = n.station_id
    cross join lateral judge_network(s.id, n.network) order by 1, 2`;
  expect(judged.map(({ ident, result }) => [ident, result])).toEqual([
    ["NEW", "provisional"],
    ["NEW", "earlier-network"],
    ["SILENT", "earlier-network"],
    ["WEEKS", "too-few-hours"],
    ["WEEKS", "earlier-network"],
  ]);
});
