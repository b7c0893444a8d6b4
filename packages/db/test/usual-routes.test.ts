import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as db from "../src/index.ts";
import { noTimes, openFlightScene, timeOf } from "./flight-scene.ts";

let scene: Awaited<ReturnType<typeof openFlightScene>>;
beforeAll(async () => {
  scene = await openFlightScene();
});
afterAll(() => scene[Symbol.asyncDispose]());

function total({ weekdays }: { readonly weekdays: readonly number[] }): number {
  return weekdays.reduce((sum, flights) => sum + flights, 0);
}

describe("usual routes", () => {
  test("are counted in bounded steps, also of changes of one moment", async () => {
    const flights = Array.from({ length: 5 }, (_, n) => scene.newFlight(`UAL5${n}`));
    for (const flight of flights)
      await flight.says(0, { departingAirport: "KSFO", destinationAirport: "KJFK" });
    await scene.makeAll();
    const { sql } = scene;
    await sql`update flight_facts set changed_at = now() - interval '1 hour'`;
    let steps = 0;
    while ((await db.flightFacts.learn(sql, 50)) === 50 && steps < 100) steps++;
    const callsigns = flights.map((_, n) => `UAL5${n}`);
    expect(await db.flightFacts.listUsual(sql, callsigns)).toHaveLength(5);
    await sql`update flight_facts set changed_at = now()`;
  });

  test("count flights of a callsign by weekday, and follow facts that change", async () => {
    const flights = [
      scene.newFlight("UAL201"),
      scene.newFlight("UAL201"),
      scene.newFlight("UAL201"),
    ];
    for (const [index, flight] of flights.entries()) {
      await flight.says(index * 100, { departingAirport: "KSFO" });
      await flight.says(index * 100, { destinationAirport: index === 2 ? "KBOS" : "KJFK" });
    }
    await scene.makeAll();
    await db.flightFacts.learn(scene.sql, 1_000);
    const usual = await db.flightFacts.listUsual(scene.sql, ["UAL201"]);
    const found = usual.map((route) => [route.destination, [route.flights, total(route)]] as const);
    expect(Object.fromEntries(found)).toEqual({ KBOS: [1, 1], KJFK: [2, 2] });
    for (const minute of [201, 202, 203, 204])
      await flights[2]?.says(minute, { destinationAirport: "KJFK" });
    await scene.makeAll();
    await db.flightFacts.learn(scene.sql, 1_000);
    const changed = await db.flightFacts.listUsual(scene.sql, ["UAL201"]);
    expect(changed).toMatchObject([{ destination: "KJFK", flights: 3 }]);
  });

  test("do not count a flight whose messages contradict each other", async () => {
    const flight = scene.newFlight("UAL202");
    await flight.says(0, { departingAirport: "KSFO", destinationAirport: "KJFK" });
    await flight.says(0, { destinationAirport: "KBOS" });
    await scene.makeAll();
    await db.flightFacts.learn(scene.sql, 1_000);
    expect(await db.flightFacts.listUsual(scene.sql, ["UAL202"])).toEqual([]);
  });
});

describe("the flight of a callsign", () => {
  const now = timeOf(360);

  test("is the latest that has not landed long ago", async () => {
    const [earlier, later] = [scene.newFlight("UAL301"), scene.newFlight("UAL301")];
    await earlier.says(0, { destinationAirport: "KJFK", times: { ...noTimes, on: timeOf(-1) } });
    await scene.makeAll();
    const { sql } = scene;
    expect(await db.flightFacts.flyingAt(sql, ["UAL301"], { at: now, withEvidence: true })).toEqual(
      [],
    );
    expect(
      await db.flightFacts.flyingAt(sql, ["UAL301"], { at: timeOf(5), withEvidence: true }),
    ).toHaveLength(1);
    await later.says(340, { destinationAirport: "EGLL" });
    await scene.makeAll();
    expect(
      await db.flightFacts.flyingAt(sql, ["UAL301"], { at: now, withEvidence: true }),
    ).toMatchObject([{ destination: "EGLL" }]);
  });
});
