import * as db from "@jetwire/db";
import { type Message, MessageIds, type Problem } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";

interface Preview {
  messages: number;
  more: boolean;
  newest: Message[];
}

const hourMs = 3_600_000;
const ids = new MessageIds(() => Date.now() - hourMs);
const until = new Date(Date.now() - hourMs / 2).toISOString();

let rest: RestUnderTest;
let token = "";
let operatorId = "";

beforeAll(async () => {
  rest = await startRest();
  ({ accountId: operatorId } = await addKeyOwner(rest.database, "olga", "unlimited"));
  await db.accounts.setRole(rest.database.database.sql, operatorId, "operator");
  ({ token } = await signIn(rest, operatorId));
});
afterAll(() => rest[Symbol.asyncDispose]());

async function store(count: number, over: Partial<Message>): Promise<Message[]> {
  const messages = Array.from({ length: count }, () => testMessage({ id: ids.next(0), ...over }));
  await storeMessages(
    rest.database.database.sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  return messages;
}

async function send(filters: Record<string, string>, body?: object): Promise<Response> {
  const query = new URLSearchParams(filters).toString();
  const method = body === undefined ? "GET" : "POST";
  return await ask(`${rest.url}/v1/operator/redactions/matches?${query}`, token, { method, body });
}

async function preview(filters: Record<string, string>): Promise<Preview> {
  const response = await send(filters);
  expect(response.status).toBe(200);
  return (await response.json()) as Preview;
}

async function left(text: string): Promise<number> {
  const { sql } = rest.database.database;
  return (await sql`select 1 from messages where body = ${text}`).length;
}

test("what filters select is counted and shown first, also of a hidden station, and then redacted", async () => {
  const { sql } = rest.database.database;
  const [station] = await sql<{ id: number }[]>`
    insert into stations (ident, hidden) values ('RM-HIDDEN', true) returning id`;
  const text = "UNWANTED PLAIN TEXT";
  const some = await store(6, { text, label: "5Z", stationId: station?.id ?? 0 });
  await store(1, { text: "OTHER TEXT", label: "5Z" });
  const filters = { q: "unwanted plain", label: "5Z", station: "RM-HIDDEN", until };
  const found = await preview(filters);
  expect(found).toMatchObject({ messages: 6, more: false });
  expect(found.newest.map(({ id }) => id)).toEqual(
    some
      .map(({ id }) => id)
      .toReversed()
      .slice(0, 5),
  );

  const done = await send(filters, { count: 6, reason: "unwanted" });
  expect(await done.json()).toEqual({ redacted: 6, remaining: 0 });
  expect(await left(text)).toBe(0);
  expect(await left("OTHER TEXT")).toBe(1);
  const audited = await sql<{ details: object; actor: string }[]>`
    select actor, details from audit_log
    where action = 'message.redact' and object_id = ${some[0]?.id ?? ""}`;
  expect(audited).toEqual([
    {
      actor: operatorId,
      details: {
        reason: "unwanted",
        filter: `station=RM-HIDDEN&label=5Z&q=unwanted plain&until=${until}`,
      },
    },
  ]);
  const again = await send(filters, { count: 6, reason: "unwanted" });
  expect(await again.json()).toEqual({ redacted: 0, remaining: 0 });
});

test("an address selects messages with and without a linked airframe", async () => {
  const linkDirection = "downlink";
  await store(2, { text: "BY ADDRESS", fromHex: "ABC0D1", airframeId: null, linkDirection });
  const found = await preview({ icao: "ABC0D1", until });
  expect(found.messages).toBe(2);
});

test("more than a thousand messages are redacted in batches, each with what remains", async () => {
  const text = "MANY MESSAGES";
  await store(1_100, { text });
  const filters = { text: "MANY MESSAGES", until };
  expect(await preview(filters)).toMatchObject({ messages: 1_100, more: false });
  const first = await send(filters, { count: 1_100, reason: "many" });
  expect(await first.json()).toEqual({ redacted: 1_000, remaining: 100 });
  expect(await left(text)).toBe(100);
  const second = await send(filters, { count: 100, reason: "many" });
  expect(await second.json()).toEqual({ redacted: 100, remaining: 0 });
});

test("nothing is redacted if more match than were confirmed, or more than an action may redact", async () => {
  const text = "TOO MANY OF THEM";
  await store(3, { text });
  const response = await send({ text, until }, { count: 2, reason: "x" });
  expect(response.status).toBe(400);
  expect(((await response.json()) as Problem).errors).toEqual([
    {
      field: "count",
      message: "3 messages match now, more than were confirmed: count them again",
    },
  ]);
  expect(await left(text)).toBe(3);

  const { sql } = rest.database.database;
  await sql`
    insert into messages (id, group_id, station_id, received_at, created_at, source, source_type, skewed, body)
    select id, id, 1, now(), now(), source, source_type, false, 'ABOVE THE BOUND'
    from (
      select overlay(gen_random_uuid()::text placing '7' from 15)::uuid as id
      from generate_series(1, 10001)
    ) as made,
      (select source, source_type from messages limit 1) as like_one`;
  const bound = { text: "ABOVE THE BOUND" };
  expect(await preview(bound)).toMatchObject({ messages: 10_000, more: true });
  const refusal = await send(bound, { count: 10_000, reason: "x" });
  expect(refusal.status).toBe(400);
  expect(await refusal.text()).toContain("more than 10,000 messages match: narrow the filters");
});

test.each([
  ["no filter", {}, "since: is required, or a filter besides until"],
  ["an end alone", { until }, "since: is required, or a filter besides until"],
  ["an unknown filter", { colour: "red" }, "colour"],
  ["an unknown station", { station: "NOBODY-HAS-IT" }, "known station"],
])("%s is refused", async (_what, filters, text) => {
  for (const body of [undefined, { count: 1, reason: "x" }]) {
    const response = await send(filters, body);
    expect(response.status).toBe(400);
    const { errors = [] } = (await response.json()) as Problem;
    expect(errors.map(({ field, message }) => `${field}: ${message}`).join()).toContain(text);
  }
});

test("only operators who signed in lately may redact", async () => {
  const url = `${rest.url}/v1/operator/redactions/matches?label=H1`;
  expect((await ask(url, rest.key)).status).toBe(403);
  const old = await signIn(rest, operatorId, 60);
  const body = { count: 1, reason: "x" };
  const response = await ask(url, old.token, { method: "POST", body });
  expect((await response.json()) as Problem).toMatchObject({ code: "sign_in_again" });
});
