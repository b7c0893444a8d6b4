import * as db from "@jetwire/db";
import { type Message, MessageIds, StationStats, Stats } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let vdlStation: number;
const hourMs = 3_600_000;
const thisHourMs = Math.floor(Date.now() / hourMs) * hourMs;
const airframeId = "0190a000-0000-7000-8000-00000000000b";

/** Stored as the persister stores it, so that it is counted. */
async function store(messages: readonly Message[]): Promise<void> {
  await db.messageStore.storeBatch(rest.database.database.sql, {
    parts: [
      {
        partition: 0,
        messages: messages.map((message, seq) => ({
          message,
          links: { first: true, skewed: false, icao: null, flightKey: null },
          raw: "{}",
          producer: "p:1",
          seq: seq + 1,
        })),
      },
    ],
    airframes: [],
    flights: [],
  });
}

function received(hoursAgo: number, over: Partial<Message>): Message {
  const createdMs = Math.min(Date.now(), thisHourMs + 1_000) - hoursAgo * hourMs;
  const id = new MessageIds(() => createdMs).next(0);
  return testMessage({ id, createdAt: new Date(createdMs).toISOString(), ...over });
}

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const { stationId } = rest;
  vdlStation = await db.stations.register(sql, {
    ident: "V1",
    sourceType: "vdl",
    simulated: false,
  });
  const batch = [
    received(0, { stationId, label: "H1", level: -10, airframeId }),
    received(0, { stationId, label: "H1", level: -30, airframeId }),
    received(0, { stationId: vdlStation, sourceType: "vdl", label: null, level: null }),
    received(1, { stationId, label: "SQ", level: -20 }),
    received(30, { stationId, sourceType: "hfdl" }),
  ];
  await store(batch);
  // A batch that comes again is not counted again.
  await store(batch);
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

function at(hoursAgo: number): string {
  return new Date(thisHourMs - hoursAgo * hourMs).toISOString();
}

test("GET /v1/stats: totals, types, labels and hours of all stations", async () => {
  const stats = Stats.parse(await rest.getJson("/v1/stats"));
  expect(stats).toMatchObject({
    stations: { visible: 2, online: 2 },
    messages: { lastDay: 4 },
    bySourceType: { acars: 3, vdl: 1 },
    hours: [
      { from: at(0), messages: 3, bySourceType: { acars: 2, vdl: 1 } },
      { from: at(1), messages: 1, bySourceType: { acars: 1 } },
    ],
  });
  expect(stats.messages.lastHour).toBeGreaterThanOrEqual(3);
  expect(stats.labels.top[0]).toEqual({ label: "H1", messages: 2 });
  const week = Stats.parse(await rest.getJson("/v1/stats?hours=168"));
  expect(week.hours.at(-1)).toEqual({ from: at(30), messages: 1, bySourceType: { hfdl: 1 } });
  expect(week.messages.lastDay).toBe(4);
});

describe("GET /v1/stations/:id/stats", () => {
  test("by the hour of the last day, with a sample of its latest messages", async () => {
    const stats = StationStats.parse(await rest.getJson(`/v1/stations/${rest.stationId}/stats`));
    expect(stats.counts.map(({ from, messages }) => [from, messages])).toEqual([
      [at(0), 2],
      [at(1), 1],
    ]);
    expect(stats.latest).toMatchObject({
      sampled: 3,
      labels: [
        { label: "H1", messages: 2 },
        { label: "SQ", messages: 1 },
      ],
      levels: { min: -30, median: -20, max: -10 },
      airframes: 1,
    });
    const other = StationStats.parse(await rest.getJson(`/v1/stations/${vdlStation}/stats`));
    expect(other.latest).toMatchObject({ sampled: 1, levels: null, airframes: 0 });
  });

  test("by the day, and for a period", async () => {
    const days = StationStats.parse(
      await rest.getJson(`/v1/stations/${rest.stationId}/stats?step=day`),
    );
    expect(days.counts.reduce((sum, { messages }) => sum + messages, 0)).toBe(4);
    expect(days.counts.every(({ from }) => from.endsWith("T00:00:00.000Z"))).toBe(true);
    const path = `/v1/stations/${rest.stationId}/stats?since=${at(31)}&until=${at(29)}`;
    const some = StationStats.parse(await rest.getJson(path));
    expect(some).toMatchObject({ since: at(31), until: at(29), latest: { sampled: 1 } });
    expect(some.counts).toEqual([{ from: at(30), messages: 1, bySourceType: { hfdl: 1 } }]);
  });

  test.each([
    ["since=2020-01-01", "since"],
    ["since=2030-01-01&until=2029-01-01", "since"],
    ["step=minute", "step"],
    ["until=1", "until"],
  ])("R-18: %s is a 400 that names %s", async (query, field) => {
    const response = await rest.get(`/v1/stations/${rest.stationId}/stats?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field }] });
  });

  test.each(["hours=0", "hours=169", "hours=x"])("R-18: %s is a 400", async (query) => {
    expect((await rest.get(`/v1/stats?${query}`)).status).toBe(400);
  });
});
