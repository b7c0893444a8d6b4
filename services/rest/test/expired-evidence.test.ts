import * as db from "@jetwire/db";
import { ReadFlightFacts } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { receivedAgo, storeReceived } from "./page-reads.ts";
import { startRest } from "./rest-under-test.ts";

test("the facts of a flight tell which of their messages have expired", async () => {
  await using rest = await startRest();
  const { sql } = rest.database.database;
  const flightId = db.stableIds.ofFlight("A1AEF6", "FDX2418", 1);
  await sql`
    insert into flights (id, flight_key, flight, first_received_at, last_received_at)
    values (${flightId}, 'FDX2418', 'FX2418', now() - interval '1 hour', now())`;
  const ofFlight = { flightId, flightNumber: "FX2418", stationId: rest.stationId };
  const message = receivedAgo(20, { ...ofFlight, departingAirport: "KMEM" });
  await storeReceived(sql, [message], { flightKey: "FDX2418" });
  await sql`select make_flight_facts(array[${flightId}]::uuid[])`;
  const read = async () =>
    ReadFlightFacts.parse(await rest.getJson(`/v1/flights/${flightId}/facts`));
  expect((await read()).expiredMessageIds).toEqual([]);
  const expired = crypto.randomUUID();
  await sql`
    update flight_facts
    set evidence = jsonb_insert(evidence, '{departure,0,messageIds,0}', to_jsonb(${expired}::text))
    where flight_id = ${flightId}`;
  const facts = await read();
  expect(facts.evidence.departure?.[0]?.messageIds).toEqual([expired, message.id]);
  expect(facts.expiredMessageIds).toEqual([expired]);
});
