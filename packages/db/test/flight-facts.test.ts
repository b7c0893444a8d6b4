import type { FlightFacts } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as db from "../src/index.ts";
import { noTimes, openFlightScene, timeOf } from "./flight-scene.ts";

let scene: Awaited<ReturnType<typeof openFlightScene>>;
beforeAll(async () => {
  scene = await openFlightScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

const toMinute = (minute: number) => `${timeOf(minute).slice(0, 16)}:00.000Z`;

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
    const flight = scene.newFlight("UAL101");
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
    await scene.makeAll();
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
    const flight = scene.newFlight("UAL102");
    const one = await flight.says(0, { destinationAirport: "KJFK" });
    await flight.says(0, { destinationAirport: "KJFK", groupId: one.groupId, stationId: 2 });
    await scene.makeAll();
    expect(valuesOf(await flight.read(), "destination")).toEqual([
      { value: "KJFK", sure: 0.67, transmissions: 1, stations: 2 },
    ]);
  });

  test("keep both sides of a contradiction, the weightier one first", async () => {
    const flight = scene.newFlight("UAL103");
    await flight.says(0, { destinationAirport: "KJFK" });
    await flight.says(1, { destinationAirport: "KBOS" });
    await flight.says(2, { destinationAirport: "KJFK" });
    await scene.makeAll();
    const facts = await flight.read();
    expect(facts?.destination).toBe("KJFK");
    expect(valuesOf(facts, "destination")?.map(({ value }) => value)).toEqual(["KJFK", "KBOS"]);
    expect(facts?.evidence.destination?.[0]?.sure).toBeLessThan(0.6);
  });

  test("decide which airports lists show, whatever a message names later", async () => {
    const flight = scene.newFlight("UAL111");
    const shown = async () => {
      const found = await db.flights.read(scene.sql, flight.flightId);
      return [found?.flight.departingAirport, found?.flight.destinationAirport];
    };
    await flight.says(0, { departingAirport: "SFO", destinationAirport: "KJFK" });
    await flight.says(1, { destinationAirport: "KJFK" });
    await flight.says(2, { destinationAirport: "KBOS" });
    expect(await shown()).toEqual(["SFO", "KBOS"]);
    await scene.makeAll();
    expect(await shown()).toEqual(["KSFO", "KJFK"]);
    await flight.says(3, { destinationAirport: "KBOS" });
    expect(await shown()).toEqual(["KSFO", "KJFK"]);
    await flight.says(4, { destinationAirport: "KBOS" });
    await scene.makeAll();
    expect(await shown()).toEqual(["KSFO", "KBOS"]);
  });

  test("take a redacted airport away from lists", async () => {
    const flight = scene.newFlight("UAL112");
    const secret = await flight.says(0, { destinationAirport: "KJFK" });
    await flight.says(1, { departingAirport: "KSFO" });
    await scene.makeAll();
    await db.redactions.redact(scene.sql, { ids: [secret.id] }, { reason: "private", by: "olga" });
    expect(await db.flights.read(scene.sql, flight.flightId)).toMatchObject({
      flight: { departingAirport: "KSFO", destinationAirport: null },
    });
  });

  test("follow a new leg of the same flight number after a few reports", async () => {
    const flight = scene.newFlight("UAL104");
    for (const minute of [0, 1, 2, 3]) await flight.says(minute, { destinationAirport: "KJFK" });
    for (const minute of [350, 355]) await flight.says(minute, { destinationAirport: "EGLL" });
    await scene.makeAll();
    expect((await flight.read())?.destination).toBe("EGLL");
  });

  test("have the newest expected arrival only", async () => {
    const flight = scene.newFlight("UAL105");
    await flight.says(0, { times: { ...noTimes, eta: timeOf(200) } });
    await flight.says(1, { times: { ...noTimes, eta: timeOf(200) } });
    await flight.says(9, { times: { ...noTimes, eta: timeOf(230) } });
    await scene.makeAll();
    const facts = await flight.read();
    expect(facts?.eta).toBe(toMinute(230));
    expect(valuesOf(facts, "eta")).toHaveLength(1);
  });

  test("lose what a redaction takes away, at once", async () => {
    const flight = scene.newFlight("UAL106");
    const secret = await flight.says(0, { destinationAirport: "KJFK" });
    await flight.says(1, { departingAirport: "KSFO" });
    await scene.makeAll();
    const record = { reason: "private", by: "olga" };
    await db.redactions.redact(scene.sql, { ids: [secret.id] }, record);
    expect(await flight.read()).toMatchObject({ departure: "KSFO", destination: null, sure: null });
    expect(JSON.stringify(await flight.read())).not.toContain(secret.id);
  });

  test("survive a report that is years older than the newest one", async () => {
    const flight = scene.newFlight("UAL110");
    const old = "2020-01-01T00:00:00.000Z";
    await flight.says(0, { destinationAirport: "KBOS" });
    await flight.says(1, { destinationAirport: "KJFK" });
    const { sql } = scene;
    await sql`update messages set received_at = ${old} where flight_id = ${flight.flightId} and destination_airport = 'KBOS'`;
    await scene.makeAll();
    expect(valuesOf(await flight.read(), "destination")?.map(({ value }) => value)).toEqual([
      "KJFK",
      "KBOS",
    ]);
  });

  test("of many flights end at once when their messages are redacted, and are made again", async () => {
    const flights = Array.from({ length: 21 }, (_, n) => scene.newFlight(`UAL4${n}`));
    const secrets: string[] = [];
    for (const flight of flights) {
      secrets.push((await flight.says(0, { destinationAirport: "KJFK" })).id);
      await flight.says(1, { departingAirport: "KSFO" });
    }
    await scene.makeAll();
    const record = { reason: "private", by: "olga" };
    await db.redactions.redact(scene.sql, { ids: secrets }, record);
    expect(await flights[0]?.read()).toBeNull();
    await scene.makeAll();
    expect(await flights[0]?.read()).toMatchObject({ departure: "KSFO", destination: null });
  });

  test("end with the last message that reports something", async () => {
    const flight = scene.newFlight("UAL107");
    const secret = await flight.says(0, { destinationAirport: "KJFK" });
    await scene.makeAll();
    expect(await flight.read()).not.toBeNull();
    const record = { reason: "private", by: "olga" };
    await db.redactions.redact(scene.sql, { ids: [secret.id] }, record);
    expect(await flight.read()).toBeNull();
  });

  test("say nothing of hidden stations", async () => {
    const { sql } = scene;
    const [station] = await sql<{ id: number }[]>`
      insert into stations (ident, hidden) values ('HIDDEN-FACTS', true) returning id`;
    const flight = scene.newFlight("UAL108");
    await flight.says(0, { destinationAirport: "KJFK", stationId: station?.id ?? 0 });
    await scene.makeAll();
    expect(await flight.read()).toBeNull();
  });

  test("stay when the flight has expired", async () => {
    const flight = scene.newFlight("UAL109");
    await flight.says(0, { destinationAirport: "KJFK" });
    await scene.makeAll();
    const { sql } = scene;
    await sql`delete from flights where id = ${flight.flightId}`;
    await sql`select make_flight_facts(array[${flight.flightId}]::uuid[])`;
    expect(await flight.read()).toMatchObject({ destination: "KJFK" });
  });

  test("made again of stored messages are the same, in batches", async () => {
    await scene.makeAll();
    const { sql } = scene;
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
