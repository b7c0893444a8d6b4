import * as db from "@jetwire/db";
import { type Message, messageIdFloor, Problem } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let others: readonly [number, number];
/** Newest first, an hour apart: of three stations and two labels by turns. */
let stored: readonly Message[];
beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const add = async (ident: string) =>
    await db.stations.register(sql, {
      ident,
      sourceType: "acars",
      simulated: false,
      provisional: false,
    });
  others = [await add("XX-1"), await add("XX-2")];
  const stations = [rest.stationId, ...others];
  stored = Array.from({ length: 12 }, (_, n) => {
    const id = messageIdFloor(Date.now() - (n * 60 + 1) * 60_000);
    const label = n % 2 === 0 ? "H1" : "5Z";
    return testMessage({ id, groupId: id, stationId: stations[n % 3] ?? 0, label });
  });
  await storeMessages(
    sql,
    stored.map((message) => ({ message, flightKey: null })),
  );
});
afterAll(() => rest[Symbol.asyncDispose]());

/** Asks as such programs do: with the key in a header of its own. */
async function list(query: string): Promise<Response> {
  return await ask(`${rest.url}/v1/messages${query}`, null, { headers: { "x-api-key": rest.key } });
}

async function idsOf(query: string): Promise<string[]> {
  const response = await list(query);
  expect([query, response.status]).toEqual([query, 200]);
  return ((await response.json()) as Message[]).map(({ id }) => id);
}

function expected(fits: (message: Message, n: number) => boolean): string[] {
  return stored.filter(fits).map(({ id }) => id);
}

async function refusal(query: string): Promise<Problem["errors"]> {
  const response = await list(query);
  expect(response.status).toBe(400);
  return Problem.parse(await response.json()).errors;
}

test("R-09: a key in X-API-Key is accepted as in Authorization, which goes before it", async () => {
  expect((await list("?limit=1")).status).toBe(200);
  const wrong = { headers: { "x-api-key": "jw_wrong" } };
  const url = `${rest.url}/v1/messages?limit=1`;
  expect((await ask(url, null, wrong)).status).toBe(401);
  expect((await ask(url, rest.key, wrong)).status).toBe(200);
  expect((await ask(url, "jw_wrong", { headers: { "x-api-key": rest.key } })).status).toBe(401);
  const session = { method: "POST", headers: { "x-api-key": rest.key } };
  expect((await ask(`${rest.url}/v1/auth/sessions`, null, session)).status).toBe(201);
});

test("R-07: labels, exclude_labels, station_ids and timeframe select messages", async () => {
  const day = "timeframe=last-day";
  expect(await idsOf(`?${day}&labels=H1`)).toEqual(expected(({ label }) => label === "H1"));
  expect(await idsOf(`?${day}&exclude_labels=H1`)).toEqual(expected(({ label }) => label === "5Z"));
  expect(await idsOf(`?${day}&station_ids=${others.join(",")}`)).toEqual(
    expected(({ stationId }) => stationId !== rest.stationId),
  );
  expect(await idsOf(`?${day}&station_ids=${others[1]}&labels=H1,5Z`)).toEqual(
    expected(({ stationId }) => stationId === others[1]),
  );
  expect(await idsOf("?timeframe=last-6-hours")).toEqual(expected((_, n) => n < 6));
});

test("R-06: a program pages by before_id, or by offset up to a bound, and the links go on from there", async () => {
  const all = expected(() => true);
  expect(await idsOf(`?before_id=${all[4]}&limit=3`)).toEqual(all.slice(5, 8));
  const response = await list("?offset=4&limit=3&labels=H1,5Z");
  expect(((await response.json()) as Message[]).map(({ id }) => id)).toEqual(all.slice(4, 7));
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
  expect(new URL(next).searchParams.has("offset")).toBe(false);
  expect(await idsOf(new URL(next).search)).toEqual(all.slice(7, 10));
  expect(await idsOf("?offset=12")).toEqual([]);
});

test("the last day is listed where only the form of the answer is asked for", async () => {
  const old = messageIdFloor(Date.now() - 3 * 86_400_000);
  const message = testMessage({ id: old, groupId: old, stationId: rest.stationId });
  await db.partitions.ensure(rest.database.database.sql, new Date(Date.now() - 4 * 86_400_000), 2);
  await storeMessages(rest.database.database.sql, [{ message, flightKey: null }]);
  expect(await idsOf("?offset=0&case=snake")).toEqual(expected(() => true));
  expect(await idsOf("?timeframe=last-week")).toContain(old);
});

test.each([
  ["label=H1&labels=5Z", "labels", "must not be combined with label: they are one"],
  ["timeframe=yesterday", "timeframe", "must be one of last-hour, last-6-hours, last-12-hours"],
  ["labels=TOOLONG", "labels", "must be labels of two characters"],
  ["before_id=123456", "before_id", "must be a message id"],
  ["station_ids=1,99999", "station", "has 99999, which is not the id or ident of a known station"],
  ["offset=1001", "offset", "must be a whole number from 0 to 1000"],
  ["offset=5&before_id=0196f3a0-1234-7000-8000-00000000002a", "offset", "combined with before"],
  ["case=kebab", "case", "must be one of camel, snake"],
])("A-06: %s is refused", async (query, field, message) => {
  expect(await refusal(`?${query}`)).toMatchObject([
    { field, message: expect.stringContaining(message) as string },
  ]);
});

test("an answer has members in snake case on request, and so have the pages that it links", async () => {
  const response = await list("?limit=2&case=snake&include=station");
  expect(response.headers.get("content-type")).toBe("application/json; case=snake; charset=utf-8");
  const [first] = (await response.json()) as Record<string, unknown>[];
  expect(first).toMatchObject({
    id: stored[0]?.id,
    group_id: stored[0]?.groupId,
    station: { source_type: "acars" },
  });
  expect(Object.keys(first ?? {}).filter((name) => /[A-Z]/.test(name))).toEqual([]);
  const link = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
  expect(new URL(link).searchParams.get("case")).toBe("snake");
  const one = await ask(`${rest.url}/v1/messages/${stored[0]?.id}?case=snake`, rest.key);
  expect(await one.json()).toMatchObject({ group_id: stored[0]?.groupId });
});
