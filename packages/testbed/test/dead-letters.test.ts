import * as db from "@jetwire/db";
import { type Message, MessageIds } from "@jetwire/protocol";
import { feedStart, openStores, type RedisConnection, type Stores } from "@jetwire/redis";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Deployment,
  jetwire,
  openTestRedis,
  startDeployment,
  testMessage,
  until,
} from "../src/index.ts";

interface Listed {
  readonly id: number;
  readonly reason: string;
  readonly detail: string;
  readonly fields?: readonly string[];
}

const ids = new MessageIds(Date.now);
const links = { first: true, skewed: false, icao: null, flightKey: null };

let running: Deployment;
let redis: RedisConnection;
let stores: Stores;
let accountId: string;
let stationId: number;
beforeAll(async () => {
  running = await startDeployment({ gateways: 1 });
  redis = await openTestRedis(running.redisUrl, "append");
  stores = openStores(redis, running.namespace);
  const { sql } = running.database;
  accountId = (await db.accounts.add(sql, "owner"))?.id ?? "";
  const station = await db.stations.add(sql, { ident: "DL-1", accountId, sourceType: "acars" });
  stationId = station?.id ?? 0;
}, 60_000);
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
});

let seq = 0;

async function append(...texts: string[]): Promise<Message[]> {
  const messages = texts.map((text) => testMessage({ id: ids.next(0), stationId, text }));
  const entries = messages.map((message, n) => ({ seq: seq + n + 1, message, links, raw: "{}" }));
  await stores.streams.append(0, { name: "dl:1", knownLast: seq }, entries);
  seq += messages.length;
  return messages;
}

async function run<T = Listed[]>(...args: string[]): Promise<T> {
  return (await jetwire(running, "dead-letters", ...args)) as T;
}

async function refuseTexts(pattern: string | null): Promise<void> {
  const { sql } = running.database;
  await sql`alter table messages drop constraint if exists refused_texts`;
  if (pattern === null) return;
  await sql.unsafe(
    `alter table messages add constraint refused_texts check (body not like '${pattern}')`,
  );
}

async function feedIds(): Promise<string[]> {
  const entries = await stores.feedLogs.of(accountId).read(feedStart, 1_000);
  return entries.map(({ messageJson }) => (JSON.parse(messageJson.toString()) as Message).id);
}

async function untilListed(count: number): Promise<Listed[]> {
  return await until(`${count} dead letters`, async () => {
    const rows = await run("list");
    return rows.length === count && rows;
  });
}

async function untilAllRead(): Promise<void> {
  await until("all groups to have read everything", async () => {
    const groups = await stores.streams.progress(0);
    return groups.every(({ pending, lag }) => pending === 0 && lag === 0);
  });
}

test("messages that Postgres refused are stored by a retry after the cause was removed, and delivered once", async () => {
  const { sql } = running.database;
  await refuseTexts("POISON%");
  const sent = await append("fine", "POISON 1", "POISON 2", "fine too", "POISON 3");
  const listed = await untilListed(3);
  expect(listed.map(({ reason }) => reason)).toEqual(Array(3).fill("refused-by-postgres"));
  expect(await run("list", "--limit", "1", "--before", String(listed[0]?.id))).toEqual([listed[1]]);
  expect(await run("list", "--reason", "bad-entry")).toEqual([]);
  const shown = await run<Listed>("show", String(listed[0]?.id));
  expect(shown.fields?.join(" ")).toContain("POISON 3");
  await until("the feed", async () => (await feedIds()).length === 5);

  // The cause is still there: nothing is lost.
  expect(await run("retry", "--all")).toEqual({ retried: 3, unreadable: [] });
  const again = await untilListed(3);
  expect(Math.min(...again.map(({ id }) => id))).toBeGreaterThan(listed[0]?.id ?? 0);

  await refuseTexts(null);
  expect(await run("retry", String(again[0]?.id))).toEqual({ retried: 1, unreadable: [] });
  expect(await run("retry", "--all", "--reason", "refused-by-postgres")).toMatchObject({
    retried: 2,
  });
  for (const message of sent) {
    const stored = await until("the message", () => db.messages.read(sql, message.id));
    expect(stored).toEqual(message);
  }
  await untilAllRead();
  expect(await feedIds()).toEqual(sent.map(({ id }) => id));
  expect(await run("list")).toEqual([]);
  expect(await run("retry", String(again[0]?.id))).toMatchObject({ error: { code: "not_found" } });
  const [recorded] = await sql<{ n: number }[]>`
    select count(*)::integer n from audit_log where action = 'dead-letter.retry'`;
  expect(recorded?.n).toBe(6);
}, 60_000);

test("a retry that ended between its two steps appends no second entry", async () => {
  await refuseTexts("TWICE%");
  const [message] = await append("TWICE");
  const [letter] = await untilListed(1);
  await refuseTexts(null);
  const { sql } = running.database;
  const [row] = await sql<{ fields: string[]; details: string[] }[]>`
    select fields, details from dead_letters where id = ${letter?.id ?? 0}`;
  await stores.streams.requeue(0, letter?.id ?? 0, row ?? { fields: [], details: [] });
  const stream = stores.keys.stream(0);
  const [[last] = [""]] = await redis.xrevrange(stream, "+", "-", "COUNT", 1);
  expect(await run("retry", String(letter?.id))).toMatchObject({ retried: 1 });
  expect((await redis.xrevrange(stream, "+", "-", "COUNT", 1))[0]?.[0]).toBe(last);
  expect(await until("it", () => db.messages.read(sql, message?.id ?? ""))).toEqual(message);
  expect(await run("list")).toEqual([]);
}, 60_000);

test("an entry that no release can read is retried for all groups, and is a dead letter again", async () => {
  await redis.xadd(stores.keys.stream(0), "*", "v", "x", "p", "dl:9", "n", "1");
  const [letter] = await untilListed(1);
  expect(letter).toMatchObject({ reason: "unknown-version" });
  await run("retry", String(letter?.id));
  const [again] = await until("the new one", async () => {
    const rows = await run("list");
    return rows[0] !== undefined && rows[0].id !== letter?.id && rows;
  });
  expect(again).toMatchObject({ reason: "unknown-version", detail: letter?.detail });
  expect(await run("drop", "--all", "--reason", "unknown-version")).toEqual({ dropped: 1 });
}, 60_000);

test("a dropped dead letter loses its content and stays in the account", async () => {
  const { sql } = running.database;
  await refuseTexts("SECRET%");
  await append("SECRET");
  const [letter] = await untilListed(1);
  const counted = async () => {
    const [row] = await sql<{ n: number }[]>`select count(*)::integer n from dead_letters`;
    return row?.n;
  };
  const before = await counted();
  expect(await run("drop", String(letter?.id))).toEqual({ dropped: 1 });
  expect(await run("list")).toEqual([]);
  expect(await counted()).toBe(before);
  const [left] = await sql<{ fields: string[] }[]>`
    select fields from dead_letters where id = ${letter?.id ?? 0}`;
  expect(left?.fields).toEqual([]);
  expect(await run("retry", String(letter?.id))).toMatchObject({ error: { code: "not_found" } });
  await refuseTexts(null);
}, 60_000);

test("a row of an earlier release, which has three texts, is stored by a retry", async () => {
  const { sql } = running.database;
  const message = testMessage({ id: ids.next(0), stationId });
  const texts = [JSON.stringify(message), JSON.stringify(links), '{"old":1}'];
  await sql`
    insert into dead_letters (partition, entry_id, producer, seq, reason, detail, fields)
    values (0, '1-1', 'dl:1', ${++seq}, 'bad-message', '', ${sql.json(texts)}),
      (0, '1-2', 'dl:1', ${++seq}, 'bad-message', '', ${sql.json(["not json", "{}", ""])})`;
  const rows = await untilListed(2);
  expect(await run("retry", "--all")).toEqual({ retried: 1, unreadable: [rows[0]?.id] });
  expect(await until("it", () => db.messages.read(sql, message.id))).toEqual(message);
  expect(await run("drop", "--all")).toEqual({ dropped: 1 });
}, 60_000);

test.each([
  [["retry"], "pass numbers"],
  [["retry", "--reason", "bad-entry"], "require --all"],
  [["drop", "7", "--all"], "not both"],
  [["drop", "x"], "x is not the number"],
  [["show", "0"], "0 is not the number"],
  [["list", "--limit", "1001"], "at most 1000"],
])("%j is refused with what to do", async (args, message) => {
  expect(await run(...args)).toMatchObject({
    error: { code: "usage", message: expect.stringContaining(message) as string },
  });
});
