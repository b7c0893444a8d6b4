import * as db from "@jetwire/db";
import { ListedStation } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;

beforeAll(async () => {
  rest = await startRest();
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

test("R-15: the list has visible stations with rounded positions, and nothing of their owners", async () => {
  const { sql } = rest.database.database;
  const accountId = (await db.accounts.add(sql, "owner"))?.id ?? "";
  await db.stations.add(sql, { ident: "ROUND", accountId, sourceType: "vdl" });
  await db.stations.add(sql, { ident: "EXACT", accountId, sourceType: null });
  await db.stations.register(sql, { ident: "HIDDEN", sourceType: "acars", simulated: true });
  await sql`update stations set hidden = true where ident = 'HIDDEN'`;
  await sql`
    update stations set latitude = 37.6188, longitude = -122.3754, country_code = 'US',
      first_received_at = '2026-01-02T03:04:05.678Z', messages_count = 12
    where ident in ('ROUND', 'EXACT')`;
  await sql`update stations set shows_exact_position = true where ident = 'EXACT'`;
  const response = await rest.get("/v1/stations");
  const stations = z.array(ListedStation).parse(await response.json());
  expect(stations.map(({ ident }) => ident)).toEqual(["EXACT", "ROUND", "AB-KSFO1"]);
  expect(stations[0]).toMatchObject({ latitude: 37.6188, longitude: -122.3754 });
  expect(stations[1]).toMatchObject({
    latitude: 37.6,
    longitude: -122.4,
    claimed: true,
    firstHeardAt: "2026-01-02T03:04:05.678Z",
    lastHeardAt: null,
    messagesCount: 12,
  });
  expect(stations[2]).toMatchObject({ claimed: false, sourceType: "acars" });

  const page = await rest.get("/v1/stations?limit=1&after=0");
  expect(((await page.json()) as ListedStation[]).map(({ ident }) => ident)).toEqual(["AB-KSFO1"]);
  expect((await rest.get("/v1/stations?before=x")).status).toBe(400);
});
