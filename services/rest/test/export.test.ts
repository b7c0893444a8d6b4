import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { Message, messageIdFloor, MessageIds, type Problem } from "@jetwire/protocol";
import { createKeys } from "@jetwire/redis";
import { openTestRedis, storeMessages, testMessage } from "@jetwire/testbed";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

const many = 20_000;
const hostile = [
  "=cmd|' /C calc'!A0",
  "+1",
  "-1",
  "@SUM(A1)",
  "\tx",
  "\rx",
  'a "quoted", text\r\nof two lines',
  "\u2400 and \u202e",
];

let rest: RestUnderTest;
const few: Message[] = [];

beforeAll(async () => {
  rest = await startRest();
  const ids = new MessageIds(() => Date.now() - 600_000);
  few.push(...hostile.map((text) => testMessage({ id: ids.next(0), text, label: "H1" })));
  await storeMessages(
    rest.database.database.sql,
    few.map((message) => ({ message, flightKey: null })),
  );
  // A lot of another label, two days ago, a millisecond apart.
  await rest.database.database.sql`
    insert into messages (id, group_id, received_at, skewed, created_at, station_id, source, source_type, label, body)
    select id, id, at, false, at, 1, 'acarsdec', 'acars', 'Q0', repeat('x', 200)
    from (
      select at, (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-000000000000')::uuid as id
      from (
        select at, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') as hex
        from (
          select now() - interval '2 days' + n * interval '1 millisecond' as at
          from generate_series(1, ${many}) as n
        ) as times
      ) as hexes
    ) as rows`;
});
afterAll(() => rest[Symbol.asyncDispose]());

async function exported(query: string): Promise<string> {
  const response = await rest.get(`/v1/messages/export?${query}`);
  expect(response.status).toBe(200);
  return await response.text();
}

function linesOf(text: string): Message[] {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => Message.parse(JSON.parse(line)));
}

async function idsAfter(after: string): Promise<string[]> {
  const text = await exported(`label=LT&after=${after}`);
  return text === "" ? [] : linesOf(text).map(({ id }) => id);
}

/** A client that has asked and reads nothing yet. */
async function begin(query: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${rest.key}` };
  const request = get(`${rest.url}/v1/messages/export?${query}`, { headers, agent: false });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return response;
}

test("without a filter the export has the complete messages of the last day as lines, oldest first", async () => {
  const response = await rest.get("/v1/messages/export");
  expect(response.headers.get("content-type")).toMatch(/^application\/x-ndjson/);
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="jetwire-messages-\d{4}-\d\d-\d\d\.ndjson"$/,
  );
  expect(linesOf(await response.text())).toEqual(few);
});

test("a CSV export has a header line, and no cell that a spreadsheet runs", async () => {
  const text = await exported("format=csv&label=H1");
  expect(text.split("\r\n")[0]).toBe(Object.keys(Message.shape).join(","));
  const rows = parse<Record<string, string>>(text, { columns: true });
  expect(rows.map(({ id }) => id)).toEqual(few.map(({ id }) => id));
  const texts = rows.map((row) => row["text"]);
  expect(texts).toEqual(hostile.map((cell, i) => (i < 6 ? `'${cell}` : cell)));
});

test("an export of many messages has each once, in the order of ids", async () => {
  const messages = linesOf(await exported("label=Q0"));
  expect(messages).toHaveLength(many);
  const ids = messages.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1)));
});

test("an interrupted export can be continued after its last complete line", async () => {
  const first = linesOf(await exported("label=Q0&limit=7777"));
  const rest2 = linesOf(await exported(`label=Q0&after=${first.at(-1)?.id}`));
  expect(first).toHaveLength(7_777);
  expect(first.length + rest2.length).toBe(many);
  expect((first.at(-1)?.id ?? "") < (rest2[0]?.id ?? "")).toBe(true);
});

test("an export that is continued after its last message misses none that is stored late", async () => {
  await using redis = await openTestRedis(rest.database.redisUrl);
  const stream = createKeys(rest.database.namespace).stream(1);
  // Within the minute that the horizon keeps if Redis is slow to answer.
  const [stored, late, early, fresh] = [50, 33, 32, 0].map((secondsAgo) => {
    const id = new MessageIds(() => Date.now() - secondsAgo * 1_000).next(1);
    return testMessage({ id, label: "LT" });
  }) as [Message, Message, Message, Message];
  const store = (...messages: Message[]) =>
    storeMessages(
      rest.database.database.sql,
      messages.map((message) => ({ message, flightKey: null })),
    );
  await store(stored, early, fresh);
  await redis.xgroup("CREATE", stream, "persister", "0", "MKSTREAM");
  const entryId = `${Date.now() - 32_500}-0`;
  await redis.xadd(stream, entryId, "m", JSON.stringify(late));
  await redis.xreadgroup("GROUP", "persister", "one", "COUNT", 1, "STREAMS", stream, ">");
  // REST may have looked at the stream a moment before.
  await expect.poll(() => idsAfter(messageIdFloor(0))).toEqual([stored.id]);

  await store(late);
  await redis.xack(stream, "persister", entryId);
  const all = [stored, late, early, fresh].map(({ id }) => id);
  const got = [stored.id];
  await expect
    .poll(async () => got.push(...(await idsAfter(got.at(-1) ?? ""))) && got, { timeout: 60_000 })
    .toHaveLength(all.length);
  expect(got).toEqual(all);
});

test("a slow reader gets the whole export and delays no other request", async () => {
  const slow = await begin("label=Q0");
  expect(linesOf(await exported("label=H1"))).toHaveLength(few.length);
  let text = "";
  for await (const chunk of slow) text += String(chunk);
  expect(linesOf(text)).toHaveLength(many);
});

test("an account may run two exports at a time: a third is a 429 until one ends", async () => {
  const open = [await begin("label=Q0"), await begin("label=Q0")];
  const third = await rest.get("/v1/messages/export?label=H1");
  expect(third.status).toBe(429);
  expect(third.headers.get("retry-after")).toMatch(/^\d+$/);
  expect((await third.json()) as Problem).toMatchObject({ code: "rate_limited" });
  for (const response of open) response.destroy();
  const again = async () => (await rest.get("/v1/messages/export?label=H1")).status;
  await expect.poll(again).toBe(200);
});

test.each([
  ["format=xml", "format"],
  ["limit=0", "limit"],
  ["limit=1000001", "limit"],
  ["after=x", "after"],
  ["before=x", "before"],
  ["label=H1&exclude_label=H1", "exclude_label"],
])("%s is refused by name", async (query, field) => {
  const response = await rest.get(`/v1/messages/export?${query}`);
  expect(response.status).toBe(400);
  const { errors = [] } = (await response.json()) as Problem;
  expect(errors.map((error) => error.field)).toContain(field);
});

test("HEAD has the headers of the export, reads nothing and needs no permit", async () => {
  for (let n = 0; n < 3; n++) {
    const response = await fetch(`${rest.url}/v1/messages/export?format=csv`, {
      method: "HEAD",
      headers: { authorization: `Bearer ${rest.key}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/csv/);
  }
  expect(linesOf(await exported("label=H1"))).toHaveLength(few.length);
});
