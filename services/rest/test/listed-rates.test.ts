import * as db from "@jetwire/db";
import { ListedStation, MessageIds, StationStatus } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

const ids = new MessageIds(() => Date.now() - 60_000);

let rest: RestUnderTest;
let stationId = 0;
beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const own = { ident: "RATED-1", accountId: rest.accountId, sourceType: null };
  stationId = (await db.stations.add(sql, own))?.id ?? 0;
});
afterAll(() => rest[Symbol.asyncDispose]());

async function receive(): Promise<void> {
  const message = testMessage({ id: ids.next(0), stationId });
  await storeMessages(rest.database.database.sql, [{ message, flightKey: null }]);
}

async function rateIn(query: string): Promise<number | undefined> {
  const body = await rest.getJson(`/v1/stations?include=rates&${query}`);
  const stations = ListedStation.array().parse(body);
  return stations.find(({ id }) => id === stationId)?.rates?.messagesPerHour.now;
}

test("the rates of a page are read once in 20 seconds for all who ask for it", async () => {
  await receive();
  expect(await rateIn("limit=1")).toBe(1);
  await receive();
  expect(await rateIn("limit=1")).toBe(1);
  expect(await rateIn("ident=rated")).toBe(2);
  const laterMs = performance.now() + 20_001;
  const clock = vi.spyOn(performance, "now").mockReturnValue(laterMs);
  try {
    expect(await rateIn("limit=1")).toBe(2);
  } finally {
    clock.mockRestore();
  }
});

test("a rate that is estimated is marked, and never more than the messages that are stored", async () => {
  const { sql } = rest.database.database;
  const own = { ident: "BUSY-1", accountId: rest.accountId, sourceType: null };
  const id = (await db.stations.add(sql, own))?.id ?? 0;
  // 450 messages within the last minute: a rate of 27,000 an hour, but there were no others.
  const messages = Array.from({ length: 450 }, () =>
    testMessage({ id: ids.next(0), stationId: id }),
  );
  await storeMessages(
    sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  await sql`update stations set messages_count = 450 where id = ${id}`;
  await sql`
    insert into message_counts (hour, station_id, source_type, messages)
    select date_trunc('hour', created_at, 'UTC'), station_id, source_type, count(*)
    from messages where station_id = ${id} group by 1, 2, 3`;
  const [listed] = ListedStation.array().parse(
    await rest.getJson("/v1/stations?include=rates&ident=busy"),
  );
  const { now = 0, estimated } = listed?.rates?.messagesPerHour ?? {};
  expect(now).toBeGreaterThan(200);
  expect(now).toBeLessThanOrEqual(listed?.messagesCount ?? 0);
  await sql`
    insert into message_counts (hour, station_id, source_type, messages)
    values (date_trunc('hour', now(), 'UTC') - interval '1 hour', ${id}, 'vdl', 100)`;
  const status = StationStatus.parse(await rest.getJson(`/v1/stations/${id}/status`));
  expect(status.messagesPerHour).toMatchObject({ now: 450, estimated: false });
  expect(typeof estimated).toBe("boolean");
});

test("a filter that selects no station has an empty list", async () => {
  expect(await rest.getJson("/v1/stations?include=rates&ident=NOBODY")).toEqual([]);
});
