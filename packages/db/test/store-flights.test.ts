import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as db from "../src/index.ts";
import type { FlightToStore } from "../src/index.ts";
import type { ReportedPosition } from "../src/message-store/store-flights.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

/** Noon of some day, and minutes of it. */
const noonMs = Date.UTC(2026, 0, 1, 12);
const timeOf = (minute: number) => new Date(noonMs + minute * 60_000).toISOString();

function position(
  minute: number,
  latitude: number,
  longitude: number,
  over: Partial<ReportedPosition> = {},
): ReportedPosition {
  const timeMs = noonMs + minute * 60_000;
  return { timeMs, latitude, longitude, altitude: null, track: null, ...over };
}

function flight(id: string, over: Partial<FlightToStore>): FlightToStore {
  return {
    id,
    flightKey: "XXX1",
    flight: "XX0001",
    airframeId: null,
    departingAirport: null,
    departingAt: null,
    destinationAirport: null,
    destinationAt: null,
    tookOffAt: null,
    landedAt: null,
    positions: [],
    receivedAt: timeOf(0),
    ...over,
  };
}

let seq = 0;
async function store(...flights: FlightToStore[]): Promise<void> {
  const links = { first: true, icao: null, flightKey: null, skewed: false };
  const message = { message: testMessage(), links, raw: "{}", producer: "a:1", seq: ++seq };
  await db.messageStore.storeBatch(at.database.sql, {
    parts: [{ partition: 0, messages: [message] }],
    airframes: [],
    flights,
  });
}

/** Stores positions of a new flight, one by one, and returns what the flight shows then. */
async function shownAfter(...positions: readonly ReportedPosition[]) {
  const id = crypto.randomUUID();
  for (const one of positions) await store(flight(id, { positions: [one] }));
  return await shown(id);
}

async function shown(id: string) {
  const { sql } = at.database;
  const [row] = await sql<{ latitude: number; longitude: number; minute: number }[]>`
    select latitude, longitude, altitude, track,
      extract(epoch from position_at - ${timeOf(0)}::timestamptz)::float8 / 60 as minute
    from flights where id = ${id}`;
  return { ...row };
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((one, index) =>
    permutations(items.toSpliced(index, 1)).map((others) => [one, ...others]),
  );
}

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

/** Describes a flight northward at 480 knots: eight minutes of a degree a minute. */
const northward = [0, 10, 20, 30].map((minute) => position(minute, 50 + (minute * 8) / 60, 8));
const wrong = position(25, -12.5, 130);

describe("the position of a flight", () => {
  test("is the newest one in any order of storing, and of storing again", async () => {
    for (const order of permutations(northward)) {
      expect(await shownAfter(...order, order[0] ?? wrong)).toMatchObject({
        latitude: 54,
        longitude: 8,
        minute: 30,
      });
    }
  });

  test("is the same whether reports come one by one or in one batch", async () => {
    const id = crypto.randomUUID();
    await store(flight(id, { positions: northward.toReversed() }));
    expect(await shown(id)).toEqual(await shownAfter(...northward));
  });

  test("is not an implausible one, wherever it is among four others", async () => {
    for (const order of permutations([...northward, wrong])) {
      expect(await shownAfter(...order)).toMatchObject({ latitude: 54, minute: 30 });
    }
  });

  test("stays when one comes that is more than 1,300 knots away", async () => {
    expect(await shownAfter(position(0, 50, 8), position(10, 55, 8))).toMatchObject({
      latitude: 50,
      minute: 0,
    });
    // 200 nautical miles in ten minutes are 1,200 knots.
    expect(await shownAfter(position(0, 50, 8), position(10, 53 + 20 / 60, 8))).toMatchObject({
      minute: 10,
    });
  });

  test("follows positions of one moment that lie as far apart as reports are late", async () => {
    expect(await shownAfter(position(0, 50, 8), position(0.01, 50.3, 8))).toMatchObject({
      latitude: 50.3,
    });
    expect(await shownAfter(position(0, 50, 8), position(0.01, 52, 8))).toMatchObject({
      latitude: 50,
    });
  });

  test("recovers from a wrong first position once two later ones agree", async () => {
    const [first, second] = [position(1, 51, 8), position(5, 51.5, 8)];
    expect(await shownAfter(position(0, -12.5, 130), first)).toMatchObject({ latitude: -12.5 });
    expect(await shownAfter(position(0, -12.5, 130), first, second)).toMatchObject({
      latitude: 51.5,
      minute: 5,
    });
  });

  test("recovers from a wrong one that was received later than the right ones were stored", async () => {
    const right = [position(0, 50, 8), position(10, 51, 8), position(30, 53, 8)];
    expect(await shownAfter(wrong, ...right)).toMatchObject({ latitude: 53, minute: 30 });
  });

  test("never goes back to an older one, even if one of the two must be wrong", async () => {
    expect(await shownAfter(position(10, 55, 8), position(0, 20, 100))).toMatchObject({
      latitude: 55,
      minute: 10,
    });
  });

  test("a position that several stations report counts once", async () => {
    const id = crypto.randomUUID();
    await store(flight(id, { positions: [position(0, 50, 8), position(5, 50.5, 8)] }));
    for (const minute of [6, 6.001, 6.002, 6.003, 6.004]) {
      await store(flight(id, { positions: [position(minute, 10, 100)] }));
    }
    expect(await shown(id)).toMatchObject({ latitude: 50.5, minute: 5 });
  });

  test("crosses 180° and passes the pole", async () => {
    expect(await shownAfter(position(0, 0, 179.9), position(5, 0, -179.5))).toMatchObject({
      longitude: -179.5,
      track: 90,
    });
    expect(await shownAfter(position(0, 89.5, 10), position(10, 89.5, -170))).toMatchObject({
      longitude: -170,
      track: 180,
    });
  });

  test("is kept by reports without one, and by messages that name no flight", async () => {
    const id = crypto.randomUUID();
    const unnamed = { flightKey: null, flight: null };
    await store(flight(id, { ...unnamed, positions: [position(0, 40, 8)] }));
    expect(await shown(id)).toEqual({});
    await store(flight(id, { positions: [position(0, 50, 8)] }));
    await store(flight(id, { receivedAt: timeOf(20) }));
    expect(await shown(id)).toMatchObject({ latitude: 50 });
    await store(flight(id, { ...unnamed, positions: [position(5, 50.5, 8)] }));
    expect(await shown(id)).toMatchObject({ latitude: 50.5 });
  });
});

describe("the track and altitude of a flight", () => {
  test.each([
    [
      "as reported with the position",
      [position(5, 50, 8), position(10, 51, 8, { track: 92.5 })],
      92.5,
    ],
    ["north", [position(5, 50, 8), position(10, 51, 8)], 0],
    ["east", [position(5, 0, 8), position(10, 0, 9)], 90],
    ["south-west over the date line", [position(5, 0, -179.5), position(10, -1, 179.5)], 225],
    [
      "past one that differs by rounding",
      [position(0, 0, 8), position(9, 0.001, 7), position(10, 0, 7)],
      270,
    ],
    ["unknown from one place", [position(10, 0, 9)], null],
    ["unknown when the other is old", [position(5, 0, 9), position(50, 1, 9)], null],
  ])("is %s", async (_name, positions, track) => {
    const { track: found } = { track: null, ...(await shownAfter(...positions)) };
    expect(found).toBe(track);
  });

  test("the altitude is the latest that was reported within half an hour", async () => {
    const climb = [
      position(0, 50, 8, { altitude: 12_000 }),
      position(5, 50.5, 8, { altitude: 30_000 }),
    ];
    expect(await shownAfter(...climb, position(9, 51, 8))).toMatchObject({ altitude: 30_000 });
    expect(await shownAfter(...climb, position(60, 55, 8))).toMatchObject({ altitude: null });
  });
});

test("airports are those of the newest message that names them, in any order of storing", async () => {
  const reports: Partial<FlightToStore>[] = [
    { departingAirport: "EDDF", departingAt: timeOf(1), receivedAt: timeOf(1) },
    { destinationAirport: "KJFK", destinationAt: timeOf(2), receivedAt: timeOf(2) },
    { destinationAirport: "KBOS", destinationAt: timeOf(9), receivedAt: timeOf(9) },
    { receivedAt: timeOf(12) },
  ];
  for (const order of permutations(reports)) {
    const id = crypto.randomUUID();
    for (const report of [...order, ...order.slice(0, 2)]) await store(flight(id, report));
    const { sql } = at.database;
    const [row] = await sql`
      select departing_airport, destination_airport, last_received_at from flights where id = ${id}`;
    expect(row).toEqual({
      departingAirport: "EDDF",
      destinationAirport: "KBOS",
      lastReceivedAt: timeOf(12),
    });
  }
});

test("the status is landed when a message reported it, until the next take-off or an hour passes", async () => {
  const id = crypto.randomUUID();
  const status = async () => (await db.flights.byId(at.database.sql, [id])).get(id)?.status;
  await store(flight(id, { receivedAt: ago(50), tookOffAt: ago(55) }));
  expect(await status()).toBe("active");
  await store(flight(id, { receivedAt: ago(30), landedAt: ago(31) }));
  expect(await status()).toBe("landed");
  await store(flight(id, { receivedAt: ago(20), tookOffAt: ago(21) }));
  expect(await status()).toBe("active");
  await at.database.sql`update flights set last_received_at = ${ago(61)} where id = ${id}`;
  expect(await status()).toBe("ended");
});
