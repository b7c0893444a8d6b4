import * as db from "@jetwire/db";
import {
  type ListedDeadLetter,
  type Message,
  MessageIds,
  Overview,
  serviceNames,
} from "@jetwire/protocol";
import { feedStart, openStores, type RedisConnection, type Stores } from "@jetwire/redis";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hostKeyOf } from "../src/deployment/operated-rest.ts";
import {
  type Deployment,
  openTestRedis,
  startDeployment,
  testMessage,
  until,
} from "../src/index.ts";

const ids = new MessageIds(Date.now);
const links = { first: true, skewed: false, icao: null, flightKey: null };

let running: Deployment;
let redis: RedisConnection;
let stores: Stores;
let key: string;
let accountId: string;
let stationId: number;
beforeAll(async () => {
  const workers = { persister: 1, fanout: 1, sampler: 1, chores: 1 };
  running = await startDeployment({ gateways: 1, workers });
  redis = await openTestRedis(running.redisUrl, "append");
  stores = openStores(redis, running.namespace);
  const { sql } = running.database;
  accountId = (await db.accounts.add(sql, "operator"))?.id ?? "";
  await db.accounts.setRole(sql, accountId, "operator");
  key = await hostKeyOf(running.databaseUrl);
  const station = await db.stations.add(sql, { ident: "OP-1", accountId, sourceType: "acars" });
  stationId = station?.id ?? 0;
}, 60_000);
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
});

let seq = 0;
async function append(text: string): Promise<Message> {
  const message = testMessage({ id: ids.next(0), stationId, text });
  const producer = { name: "op:1", knownLast: seq++ };
  await stores.streams.append(0, producer, [{ seq, message, links, raw: "{}" }]);
  return message;
}

async function rest(path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${running.restUrl}/v1/operator/${path}`, {
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  return response.status === 204 ? null : await response.json();
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
  return entries.map(({ messageId }) => messageId);
}

test("the overview has every service, who reads each partition, and what is unaccounted", async () => {
  await append("hello");
  const overview = await until("a complete overview", async () => {
    const read = Overview.parse(await rest("overview"));
    const isRead = read.partitions.every(({ groups }) =>
      groups.every(({ replica }) => replica !== null),
    );
    const failing = read.checks.filter(({ problem }) => problem !== null);
    return isRead && failing.length === 1 && read.unaccounted !== null && read;
  });
  // No ingest has counted the message that was appended.
  expect(overview.summary).toBe(
    "1 more messages are stored or in flight than were offered: counts of ingest are lost",
  );
  expect(overview.checks.find(({ problem }) => problem !== null)).toMatchObject({
    name: "account",
    remedy: expect.stringContaining("report this as a bug"),
  });
  expect([...new Set(overview.processes.map(({ service }) => service))].toSorted()).toEqual(
    serviceNames.toSorted(),
  );
  const persister = overview.processes.find(({ service }) => service === "persister");
  const [group] = overview.partitions[0]?.groups.filter((one) => one.group === "persister") ?? [];
  expect(group).toMatchObject({ entries: 0, oldestSeconds: 0, replica: persister?.replica });
  expect(overview.processes.find(({ service }) => service === "gateway")?.figures).toMatchObject({
    sockets: 0,
    skippedPerMinute: 0,
  });
  expect(overview.redisMemory).toBeGreaterThan(0);
});

test("a dead letter that an operator retries is put back by ingest, stored, and counted if it fails again", async () => {
  const { sql } = running.database;
  await refuseTexts("POISON%");
  const { id } = await append("POISON");
  const letters = async () => (await rest("dead-letters")) as ListedDeadLetter[];
  const [letter] = await until("the dead letter", async () => {
    const listed = await letters();
    return listed.length === 1 && listed;
  });
  expect(letter).toMatchObject({
    reason: "refused-by-postgres",
    station: "OP-1",
    text: "POISON",
    attempts: 1,
    retry: null,
  });
  const selection = { ids: [letter?.id] };
  await rest("dead-letters/retry", { selection, reason: "try it" });
  const again = await until("the next failure", async () =>
    (await letters()).find(({ attempts }) => attempts === 2),
  );
  await refuseTexts(null);
  expect(
    await rest("dead-letters/retry", { selection: { reason: again.reason }, reason: "repaired" }),
  ).toEqual({
    asked: 1,
    more: false,
  });
  await until("the message to be stored", async () => {
    return (await sql`select 1 from messages where id = ${id}`).length === 1;
  });
  expect(await letters()).toEqual([]);
  // It was delivered before it failed.
  expect((await feedIds()).filter((one) => one === id)).toHaveLength(1);
  const [action] = await sql`
    select details, actor from audit_log where action = 'dead-letter.retry' order by id desc limit 1`;
  expect(action).toEqual({ details: { reason: "repaired" }, actor: accountId });
});

test("a message that was redacted in Postgres is removed from the feed log by fanout", async () => {
  const { sql } = running.database;
  const { id } = await append("secret");
  await until("the message to be delivered and stored", async () => {
    const stored = await sql`select 1 from messages where id = ${id}`;
    return stored.length === 1 && (await feedIds()).includes(id);
  });
  const redacted = await db.redactions.redact(
    sql,
    { ids: [id] },
    { reason: "private", by: "operator" },
  );
  expect(redacted).toEqual([{ id, what: "message", accountId }]);
  await until("the removal", async () => !(await feedIds()).includes(id));
});

test("an announcement is shown to everybody, and every user is notified once", async () => {
  const { sql } = running.database;
  await db.accounts.add(sql, "reader");
  const published = (await rest("announcements", {
    text: "Maintenance at 6:00 UTC",
    level: "warning",
    reason: "planned",
  })) as { id: string };
  const open = await fetch(`${running.restUrl}/v1/announcements`);
  expect(await open.json()).toMatchObject([{ id: published.id, text: "Maintenance at 6:00 UTC" }]);
  await until("the notifications", async () => {
    const [row] = await sql`select notified from announcements where notified_all_at is not null`;
    return row?.["notified"] === 2;
  });
  const rows = await sql`
    select user_id, body from notifications where data->>'announcementId' = ${published.id}`;
  expect(new Set(rows.map((row) => row["userId"] as string)).size).toBe(2);
  await rest(`announcements/${published.id}/end`, { reason: "done" });
  expect(await (await fetch(`${running.restUrl}/v1/announcements`)).json()).toEqual([]);
});
