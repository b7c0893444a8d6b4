import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedAirlines } from "../src/airlines/airline-seed.ts";
import { seedAirports } from "../src/airports/airports.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
  // Each row that is written costs some time for the index of names.
  await at.database.sql`delete from airports where icao is null or icao not in ('KMEM', 'KOAK')`;
  await at.database.sql`delete from airlines where icao not in ('DLH', 'SAS')`;
});
afterAll(() => at[Symbol.asyncDispose]());

test("tables that were filled before they had elevations and countries get them, for what has the same name", async () => {
  const { sql } = at.database;
  await sql`update airports set elevation = null`;
  await sql`update airports set name = 'Of an operator' where icao = 'KOAK'`;
  await sql`update airlines set country_code = null`;
  await sql`update airlines set name = 'Of an operator' where icao = 'SAS'`;
  await seedAirports(sql);
  await seedAirlines(sql);
  const airports = await sql<{ icao: string; elevation: number | null }[]>`
    select icao, elevation from airports where icao in ('KMEM', 'KOAK') order by icao`;
  expect(airports.map(({ elevation }) => elevation)).toEqual([341, null]);
  const airlines = await sql<{ countryCode: string | null }[]>`
    select country_code from airlines where icao in ('DLH', 'SAS') order by icao`;
  expect(airlines.map(({ countryCode }) => countryCode)).toEqual(["DE", null]);
});

test("a list that an operator has imported with elevations is left alone", async () => {
  const { sql } = at.database;
  await sql`update airports set elevation = case icao when 'KOAK' then 9 end`;
  await seedAirports(sql);
  const rows = await sql<
    { count: number }[]
  >`select count(*)::integer from airports where elevation is not null`;
  expect(rows[0]?.count).toBe(1);
});
