import { addStation } from "@jetwire/db";
import { createMessageIds, ListedStation } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

const ids = createMessageIds(() => Date.now() - 60_000);

let rest: RestUnderTest;
let stationId = 0;
beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const own = { ident: "RATED-1", accountId: rest.accountId, sourceType: null };
  stationId = (await addStation(sql, own))?.id ?? 0;
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

test("a filter that selects no station has an empty list", async () => {
  expect(await rest.getJson("/v1/stations?include=rates&ident=NOBODY")).toEqual([]);
});
