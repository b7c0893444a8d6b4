import { createMessageIds, type FlightFacts, type Message } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as db from "../src/index.ts";

let at: TestDatabase;
let seq = 0;
beforeAll(async () => {
  at = await createTestDatabase();
  await at.database.sql`insert into stations (ident) values ('FACTS-1'), ('FACTS-2')`;
});
afterAll(() => at[Symbol.asyncDispose]());

const startMs = Date.now() - 6 * 3_600_000;
const timeOf = (minute: number) => new Date(startMs + minute * 60_000).toISOString();
const toMinute = (minute: number) => `${timeOf(minute).slice(0, 16)}:00.000Z`;
const noTimes = { out: null, off: null, on: null, in: null, eta: null };

/** A flight of the callsign, which has messages of its own. */
function newFlight(callsign: string) {
  const flightId = crypto.randomUUID();
  return {
    flightId,
    /** Stores a message of the flight, received at that minute. */
    async says(minute: number, over: Partial<Message>): Promise<Message> {
      const timestamp = timeOf(minute);
      const id = createMessageIds(() => Date.parse(timestamp)).next(0);
      const message = testMessage({ id, flightId, timestamp, createdAt: timestamp, ...over });
      await store(callsign, message);
      return message;
    },
    read: () => db.flightFacts.read(at.database.sql, flightId),
  };
}

async function store(callsign: string, message: Message): Promise<void> {
  const links = { first: true, icao: null, flightKey: callsign, skewed: false };
  const stored = { message, links, raw: "{}", producer: "p:1", seq: ++seq };
  const { flightId, departingAirport, destinationAirport, timestamp } = message;
  await db.messageStore.storeBatch(at.database.sql, {
    parts: [{ partition: 0, messages: [stored] }],
    airframes: [],
    flights: [
      {
        id: flightId ?? "",
        flightKey: callsign,
        flight: callsign,
        airframeId: null,
        departingAirport,
        departingAt: departingAirport && timestamp,
        destinationAirport,
        destinationAt: destinationAirport && timestamp,
        tookOffAt: null,
        landedAt: null,
        positions: [],
        receivedAt: timestamp,
      },
    ],
    changes: [{ flightId: flightId ?? "", isNew: true }],
  });
}

async function makeAll(): Promise<void> {
  while ((await db.flightFacts.makeDue(at.database.sql, 10)) > 0);
}

function valuesOf(facts: FlightFacts | null, kind: "departure" | "destination" | "off" | "eta") {
  return facts?.evidence[kind]?.map(({ value, sure, transmissions, stations }) => ({
    value,
    sure,
    transmissions,
    stations,
  }));
}

describe("the facts of a flight", () => {
  test("are what its messages say, under the airports' ICAO codes, with the messages as evidence", async () => {
    const flight = newFlight("UAL101");
    const first = await flight.says(0, {
      departingAirport: "SFO",
      times: { ...noTimes, off: timeOf(-3) },
    });
    const second = await flight.says(5, {
      departingAirport: "KSFO",
      destinationAirport: "KJFK",
      stationId: 2,
    });
    expect(await flight.read()).toBeNull();
    await makeAll();
    const facts = await flight.read();
    expect(facts).toMatchObject({
      callsign: "UAL101",
      departure: "KSFO",
      destination: "KJFK",
      offAt: toMinute(-3),
      outAt: null,
      sure: 0.67,
    });
    expect(facts?.evidence.departure).toEqual([
      {
        value: "KSFO",
        sure: expect.any(Number),
        transmissions: 2,
        stations: 2,
        firstAt: first.timestamp,
        lastAt: second.timestamp,
        learntAt: first.createdAt,
        messageIds: [first.id, second.id].toSorted(),
        stationIds: [1, 2],
      },
    ]);
    expect(facts?.evidence.departure?.[0]?.sure).toBeGreaterThan(0.67);
  });

  test("count a transmission once, by however many stations it was received", async () => {
    const flight = newFlight("UAL102");
    const one = await flight.says(0, { destinationAirport: "KJFK" });
    await flight.says(0, { destinationAirport: "KJFK", groupId: one.groupId, stationId: 2 });
    await makeAll();
    expect(valuesOf(await flight.read(), "destination")).toEqual([
      { value: "KJFK", sure: 0.67, transmissions: 1, stations: 2 },
    ]);
  });

  test("keep both sides of a contradiction, the weightier one first", async () => {
    const flight = newFlight("UAL103");
    await flight.says(0, { destinationAirport: "KJFK" });
    await flight.says(1, { destinationAirport: "KBOS" });
    await flight.says(2, { destinationAirport: "KJFK" });
    await makeAll();
    const facts = await flight.read();
    expect(facts?.destination).toBe("KJFK");
    expect(valuesOf(facts, "destination")?.map(({ value }) => value)).toEqual(["KJFK", "KBOS"]);
    expect(facts?.evidence.destination?.[0]?.sure).toBeLessThan(0.6);
  });

  test("follow a new leg of the same flight number after a few reports", async () => {
    const flight = newFlight("UAL104");
    for (const minute of [0, 1, 2, 3]) await flight.says(minute, { destinationAirport: "KJFK" });
    for (const minute of [350, 355]) await flight.says(minute, { destinationAirport: "EGLL" });
    await makeAll();
    expect((await flight.read())?.destination).toBe("EGLL");
  });

  test("have the newest expected arrival only", async () => {
    const flight = newFlight("UAL105");
    await flight.says(0, { times: { ...noTimes, eta: timeOf(200) } });
    await flight.says(1, { times: { ...noTimes, eta: timeOf(200) } });
    await flight.says(9, { times: { ...noTimes, eta: timeOf(230) } });
    await makeAll();
    const facts = await flight.read();
    expect(facts?.eta).toBe(toMinute(230));
    expect(valuesOf(facts, "eta")).toHaveLength(1);
  });

  test("lose what a redaction takes away, at once", async () => {
    const flight = newFlight("UAL106");
    const secret = await flight.says(0, { destinationAirport: "KJFK" });
    await flight.says(1, { departingAirport: "KSFO" });
    await makeAll();
    const record = { reason: "private", by: "olga" };
    await db.redactions.redact(at.database.sql, { ids: [secret.id] }, record);
    expect(await flight.read()).toMatchObject({ departure: "KSFO", destination: null, sure: null });
    expect(JSON.stringify(await flight.read())).not.toContain(secret.id);
  });

  test("end with the last message that reports something", async () => {
    const flight = newFlight("UAL107");
    const secret = await flight.says(0, { destinationAirport: "KJFK" });
    await makeAll();
    expect(await flight.read()).not.toBeNull();
    const record = { reason: "private", by: "olga" };
    await db.redactions.redact(at.database.sql, { ids: [secret.id] }, record);
    expect(await flight.read()).toBeNull();
  });

  test("say nothing of hidden stations", async () => {
    const { sql } = at.database;
    const [station] = await sql<{ id: number }[]>`
      insert into stations (ident, hidden) values ('HIDDEN-FACTS', true) returning id`;
    const flight = newFlight("UAL108");
    await flight.says(0, { destinationAirport: "KJFK", stationId: station?.id ?? 0 });
    await makeAll();
    expect(await flight.read()).toBeNull();
  });

  test("stay when the flight has expired", async () => {
    const flight = newFlight("UAL109");
    await flight.says(0, { destinationAirport: "KJFK" });
    await makeAll();
    const { sql } = at.database;
    await sql`delete from flights where id = ${flight.flightId}`;
    await sql`select make_flight_facts(array[${flight.flightId}]::uuid[])`;
    expect(await flight.read()).toMatchObject({ destination: "KJFK" });
  });

  test("made again of stored messages are the same, in batches", async () => {
    await makeAll();
    const { sql } = at.database;
    const all = () => sql`
      select to_jsonb(f) - 'changed_at' as facts from flight_facts f
      where flight_id in (select id from flights) order by flight_id`;
    const live = await all();
    expect(live.length).toBeGreaterThan(3);
    await sql`delete from flight_facts where flight_id in (select id from flights)`;
    const since = timeOf(-1);
    let [after, flights]: [string | null, number] = [null, 0];
    for (;;) {
      const batch = await db.flightFacts.rebuild(sql, { since, after, flightsMax: 2 });
      if (batch.last === null) break;
      [after, flights] = [batch.last, flights + batch.flights];
    }
    expect(flights).toBe(await db.flightFacts.countFlights(sql, since));
    expect(await all()).toEqual(live);
  });
});

function total({ weekdays }: { readonly weekdays: readonly number[] }): number {
  return weekdays.reduce((sum, flights) => sum + flights, 0);
}

describe("usual routes", () => {
  test("count flights of a callsign by weekday, and follow facts that change", async () => {
    const flights = [newFlight("UAL201"), newFlight("UAL201"), newFlight("UAL201")];
    for (const [index, flight] of flights.entries()) {
      await flight.says(index * 100, { departingAirport: "KSFO" });
      await flight.says(index * 100, { destinationAirport: index === 2 ? "KBOS" : "KJFK" });
    }
    await makeAll();
    await db.flightFacts.learn(at.database.sql);
    const usual = await db.flightFacts.listUsual(at.database.sql, ["UAL201"]);
    const found = usual.map((route) => [route.destination, [route.flights, total(route)]] as const);
    expect(Object.fromEntries(found)).toEqual({ KBOS: [1, 1], KJFK: [2, 2] });
    for (const minute of [201, 202, 203, 204])
      await flights[2]?.says(minute, { destinationAirport: "KJFK" });
    await makeAll();
    await db.flightFacts.learn(at.database.sql);
    const changed = await db.flightFacts.listUsual(at.database.sql, ["UAL201"]);
    expect(changed).toMatchObject([{ destination: "KJFK", flights: 3 }]);
  });

  test("do not count a flight whose messages contradict each other", async () => {
    const flight = newFlight("UAL202");
    await flight.says(0, { departingAirport: "KSFO", destinationAirport: "KJFK" });
    await flight.says(0, { destinationAirport: "KBOS" });
    await makeAll();
    await db.flightFacts.learn(at.database.sql);
    expect(await db.flightFacts.listUsual(at.database.sql, ["UAL202"])).toEqual([]);
  });
});

describe("the flight of a callsign", () => {
  const now = timeOf(360);

  test("is the latest that has not landed long ago", async () => {
    const [earlier, later] = [newFlight("UAL301"), newFlight("UAL301")];
    await earlier.says(0, { destinationAirport: "KJFK", times: { ...noTimes, on: timeOf(-1) } });
    await makeAll();
    const { sql } = at.database;
    expect(await db.flightFacts.flyingAt(sql, ["UAL301"], { at: now, withEvidence: true })).toEqual(
      [],
    );
    expect(
      await db.flightFacts.flyingAt(sql, ["UAL301"], { at: timeOf(5), withEvidence: true }),
    ).toHaveLength(1);
    await later.says(340, { destinationAirport: "EGLL" });
    await makeAll();
    expect(
      await db.flightFacts.flyingAt(sql, ["UAL301"], { at: now, withEvidence: true }),
    ).toMatchObject([{ destination: "EGLL" }]);
  });
});
