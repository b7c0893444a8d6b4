import * as db from "@jetwire/db";
import { Airframe, Breakdown, FlightSummary, Message, Stats } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { receivedAgo, storeReceived } from "./page-reads.ts";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
const airframeId = db.stableIds.ofAirframe("A1AEF6");
const flightId = db.stableIds.ofFlight("A1AEF6", "UAL123", 1);

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const { stationId } = rest;
  const united = { stationId, airframeId, flightId, flightNumber: "UA0123", frequency: 131.5504 };
  await sql`
    insert into airframes (id, icao, tail, last_received_at)
    values (${airframeId}, 'A1AEF6', 'N156VN', now()),
      (${db.stableIds.ofAirframe("4B1901")}, '4B1901', 'HB-AAA', now())`;
  await sql`
    insert into flights (id, flight_key, flight, airframe_id, latitude, longitude, first_received_at,
      last_received_at)
    values (${flightId}, 'UAL123', 'UA0123', ${airframeId}, 35, -105, now() - interval '1 hour', now()),
      (${db.stableIds.ofFlight("4B1901", "SWR1", 1)}, 'SWR1', 'LX1', ${db.stableIds.ofAirframe("4B1901")}, 47, 8, now(), now())`;
  await storeReceived(
    sql,
    [
      receivedAgo(0, { ...united, label: "H1" }),
      receivedAgo(0, { ...united, label: "H1" }),
      receivedAgo(26 * 60, { ...united, label: "Q0", sourceType: "vdl" }),
    ],
    { flightKey: "UAL123" },
  );
  await storeReceived(sql, [receivedAgo(0, { stationId, label: null, frequency: null })]);
  await tally();
});
afterAll(() => rest[Symbol.asyncDispose]());

async function tally(): Promise<number> {
  const { sql } = rest.database.database;
  const hours = await db.tallies.listHours(sql, new Date(Date.now() - 8 * 86_400_000), 100);
  for (const hour of hours) await db.tallies.tallyHour(sql, hour);
  return hours.length;
}

async function breakdown(query: string): Promise<Breakdown> {
  const { breakdown: found } = Stats.parse(await rest.getJson(`/v1/stats?${query}`));
  return Breakdown.parse(found);
}

describe("GET /v1/stats?by=", () => {
  test("label: the most frequent with their meaning, and messages by hour", async () => {
    const { top, series, messages } = await breakdown("by=label");
    expect(top).toEqual([
      { name: "H1", messages: 2, title: expect.stringMatching(/onboard equipment/) as string },
      { name: null, messages: 1, title: null },
    ]);
    expect(messages).toBe(3);
    expect(series.reduce((sum, one) => sum + one.messages, 0)).toBe(3);
    expect(series.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(series.every(({ counts }) => counts.length === top.length)).toBe(true);
  });

  test("airline, frequency and type, over days", async () => {
    const airlines = await breakdown("by=airline&range=7d&step=day");
    expect(airlines.top[0]).toEqual({ name: "UAL", messages: 3, title: "United Airlines" });
    expect(airlines.series.length).toBeGreaterThanOrEqual(2);
    expect((await breakdown("by=frequency")).top[0]).toMatchObject({ name: "131.550" });
    expect((await breakdown("by=type&range=30d")).top).toMatchObject([
      { name: "acars" },
      { name: "vdl" },
    ]);
  });

  test("counts an hour again only when more of it was stored, and gives what is left out", async () => {
    const { sql } = rest.database.database;
    expect(await tally()).toBe(0);
    const many = Array.from({ length: 400 }, (_, n) =>
      receivedAgo(3 * 24 * 60, { stationId: rest.stationId, label: `${n}`.padStart(3, "x") }),
    );
    await storeReceived(sql, many);
    expect(await tally()).toBe(1);
    const rows = await sql`
      select 1 from message_tallies where kind = 'label' and hour < now() - interval '2 days'`;
    // A station chooses its labels: only so many have a count of their own.
    expect(rows).toHaveLength(300);
  });

  test.each(["range=7d", "step=day", "by=tail", "by=label&range=1y", "by=label&step=week"])(
    "refuses %s",
    async (query) => {
      expect((await rest.get(`/v1/stats?${query}`)).status).toBe(400);
    },
  );

  test("leaves statistics without it as they were", async () => {
    expect(Object.keys((await rest.getJson("/v1/stats")) as object)).not.toContain("breakdown");
  });
});

describe("an airline", () => {
  test.each(["UA", "ual"])("%s has its flights, messages and airframes", async (code) => {
    expect(await idsOf(`/v1/airlines/${code}/flights?active=true`, FlightSummary)).toEqual([
      flightId,
    ]);
    expect(await idsOf(`/v1/airlines/${code}/messages`, Message)).toHaveLength(3);
    expect(await idsOf(`/v1/airlines/${code}/airframes?limit=1`, Airframe)).toEqual([airframeId]);
  });

  test("has its messages by label and type", async () => {
    expect(await rest.getJson("/v1/airlines/UAL/stats")).toMatchObject({
      messages: 3,
      labels: [
        { name: "H1", messages: 2 },
        { name: "Q0", messages: 1 },
      ],
      sourceTypes: [
        { name: "acars", messages: 2 },
        { name: "vdl", messages: 1 },
      ],
    });
  });

  test("that nobody knows is a 404", async () => {
    for (const what of ["flights", "messages", "airframes", "stats"]) {
      expect((await rest.get(`/v1/airlines/Q0Q/${what}`)).status).toBe(404);
    }
  });

  test("selects flights, as a box does", async () => {
    expect(await idsOf("/v1/flights?airline=UA", FlightSummary)).toEqual([flightId]);
    expect(await idsOf("/v1/flights?bbox=-110,30,-100,40", FlightSummary)).toEqual([flightId]);
    expect(await idsOf("/v1/flights?bbox=-10,30,-1,40", FlightSummary)).toEqual([]);
  });
});

async function idsOf<T extends { id: string }>(
  path: string,
  schema: z.ZodType<T>,
): Promise<string[]> {
  const found = z.array(schema).parse(await rest.getJson(path));
  return found.map(({ id }) => id);
}
