import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate, migrationStatus } from "../src/index.ts";

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
    await expect(migrate(at.url)).rejects.toThrow(/0001-baseline was changed/);
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
    expect(await sql`select icao, iata, holds_iata as has_iata from airlines`).toEqual([
      { icao: "UAL", iata: "UA", hasIata: true },
    ]);
  });
});
