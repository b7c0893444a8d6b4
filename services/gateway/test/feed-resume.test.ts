import * as db from "@jetwire/db";
import { messageIdFloor, MessageIds } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, type Feeder, openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

let feeders = 0;

async function newFeeder(): Promise<Feeder> {
  return await rig.feeder(`FR-${++feeders}`);
}

function messagesOf({ stationIds }: Feeder, count: number) {
  const stationId = stationIds[0] ?? 0;
  return Array.from({ length: count }, () => testMessage({ stationId }));
}

async function store(messages: ReturnType<typeof messagesOf>): Promise<void> {
  const rows = messages.map((message) => ({ message, flightKey: null }));
  await storeMessages(rig.database.database.sql, rows);
}

function connect({ apiKey }: Feeder, gateway: 0 | 1, after?: unknown): Client {
  const auth = after === undefined ? { apiKey } : { apiKey, after };
  return rig.connect(rig.gateways[gateway], { auth });
}

function fedTo(client: Client): unknown[] {
  return client.events.filter(([event]) => event === "feed:message").map(([, message]) => message);
}

async function forgetLog({ accountId }: Feeder): Promise<void> {
  await rig.redis.del(rig.keys.feedLog(accountId), rig.keys.feedPositions(accountId));
}

async function counted(gateway: 0 | 1, name: string): Promise<number> {
  const text = await rig.gateways[gateway].metrics.text();
  const lines = text.split("\n").filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

describe("R-30: resume", () => {
  test("on another gateway: what was missed, in order, once, then feed:resumed, then live", async () => {
    const feeder = await newFeeder();
    const messages = messagesOf(feeder, 300);
    const first = connect(feeder, 0);
    await first.next("feed:authenticated");
    await rig.append(feeder.accountId, ...messages.slice(0, 40));
    await first.next("feed:message", 40);
    first.socket.disconnect();
    await rig.append(feeder.accountId, ...messages.slice(40, 290));
    const second = connect(feeder, 1, messages[39]?.id);
    const [resumed, ...more] = await second.next("feed:resumed");
    expect(more).toEqual([]);
    expect(resumed).toEqual({ recovered: true, replayed: 250 });
    await rig.append(feeder.accountId, ...messages.slice(290));
    await second.next("feed:message", 260);
    expect(fedTo(second)).toEqual(messages.slice(40));
    const events = second.events.map(([event]) => event);
    expect(events.indexOf("feed:authenticated")).toBe(0);
    expect(events.indexOf("feed:resumed")).toBe(251);
    expect(second.events.every((event) => event.length === 2)).toBe(true);
    expect(first.events.some(([event]) => event === "feed:resumed")).toBe(false);
    expect(await counted(1, "jetwire_gateway_feed_resumed_total")).toBeGreaterThan(0);
  });

  test("by query; with nothing missed; two sockets of one account at different positions", async () => {
    const feeder = await newFeeder();
    const messages = messagesOf(feeder, 20);
    await rig.append(feeder.accountId, ...messages);
    const query = { apiKey: feeder.apiKey, after: messages[19]?.id };
    const atEnd = rig.connect(rig.gateways[0], { query });
    expect(await atEnd.next("feed:resumed")).toEqual([{ recovered: true, replayed: 0 }]);
    const behind = connect(feeder, 0, messages[4]?.id);
    expect(await behind.next("feed:resumed")).toEqual([{ recovered: true, replayed: 15 }]);
    const live = messagesOf(feeder, 5);
    await rig.append(feeder.accountId, ...live);
    await behind.next("feed:message", 20);
    await atEnd.next("feed:message", 5);
    expect(fedTo(atEnd)).toEqual(live);
    expect(fedTo(behind)).toEqual([...messages.slice(5), ...live]);
  });

  test.each([[null], [""]])("an empty `after` (%j) starts live", async (after) => {
    const feeder = await newFeeder();
    const client = connect(feeder, 0, after);
    await client.next("feed:authenticated");
    const [message] = messagesOf(feeder, 1);
    if (message) await rig.append(feeder.accountId, message);
    await client.next("feed:message");
    expect(client.events.map(([event]) => event)).toEqual(["feed:authenticated", "feed:message"]);
  });

  test("from Postgres when the log has been lost, continued in the log without a gap", async () => {
    const feeder = await newFeeder();
    const messages = messagesOf(feeder, 450);
    await store(messages);
    await rig.append(feeder.accountId, ...messages.slice(0, 400));
    await forgetLog(feeder);
    await rig.append(feeder.accountId, ...messages.slice(400));
    const client = connect(feeder, 1, messages[9]?.id);
    const [resumed] = await client.next("feed:resumed");
    expect(resumed).toMatchObject({ recovered: true });
    const live = messagesOf(feeder, 3);
    await rig.append(feeder.accountId, ...live);
    await client.next("feed:resumed");
    await expect.poll(() => new Set(fedTo(client).map(idOf)).size).toBe(452);
    const missed = [...messages.slice(10), ...live].map(idOf);
    const got = new Set(fedTo(client).map(idOf));
    expect(missed.filter((id) => !got.has(id))).toEqual([]);
    // The record gives the very message that the log gave.
    expect(fedTo(client).find((message) => idOf(message) === messages[10]?.id)).toEqual(
      messages[10],
    );
  });

  test.each([
    { where: "the log, each once", isLost: false, repeatsMax: 0 },
    { where: "Postgres", isLost: true, repeatsMax: 31 },
  ])("a backlog that an ingest delivers, from $where", async ({ isLost, repeatsMax }) => {
    const feeder = await newFeeder();
    const stationId = feeder.stationIds[0] ?? 0;
    const lateIds = new MessageIds(() => Date.now() - 600_000);
    const messages = Array.from({ length: 360 }, (_, i) =>
      i % 3 === 0 ? testMessage({ stationId }) : testMessage({ stationId, id: lateIds.next(1) }),
    );
    const first = connect(feeder, 0);
    await first.next("feed:authenticated");
    await store(messages.slice(0, 31));
    await rig.append(feeder.accountId, ...messages.slice(0, 31));
    await first.next("feed:message", 31);
    first.socket.disconnect();
    await store(messages.slice(31));
    await rig.append(feeder.accountId, ...messages.slice(31));
    if (isLost) await forgetLog(feeder);
    // The last message came from the ingest that is not late.
    const client = connect(feeder, 1, messages[30]?.id);
    const [resumed] = await client.next("feed:resumed");
    expect(resumed).toMatchObject({ recovered: true });
    const got = new Set(fedTo(client).map(idOf));
    expect(messages.slice(31).filter(({ id }) => !got.has(id))).toHaveLength(0);
    expect(fedTo(client).length).toBeLessThanOrEqual(messages.length - 31 + repeatsMax);
  });

  test("A-20: messages of a transferred station are replayed to its former owner neither from the log nor from Postgres", async () => {
    const [one, other] = [await rig.feeder("FR-STAYS", "FR-MOVES"), await newFeeder()];
    const [stays = 0, moves = 0] = one.stationIds;
    const messages = Array.from({ length: 40 }, (_, i) =>
      testMessage({ stationId: i % 2 === 0 ? stays : moves }),
    );
    await store(messages);
    await rig.append(one.accountId, ...messages);
    const { sql } = rig.database.database;
    await db.stations.claim(sql, { ident: "FR-MOVES", accountId: other.accountId, moves: true });
    const own = messages.slice(1).filter(({ stationId }) => stationId === stays);
    for (const lost of [false, true]) {
      if (lost) await forgetLog(one);
      const client = connect(one, 0, messages[0]?.id);
      expect(await client.next("feed:resumed")).toEqual([
        { recovered: true, replayed: own.length },
      ]);
      expect(fedTo(client)).toEqual(own);
      client.socket.disconnect();
    }
  });

  test.each([["nonsense"], [7], [{ id: 1 }], ["019F0000-0000-7000-8000-000000000000"]])(
    "what can't be a message id (%j) is a gap with the oldest there is, then live",
    async (after) => {
      const feeder = await newFeeder();
      const messages = messagesOf(feeder, 3);
      await store(messages);
      const client = connect(feeder, 0, after);
      expect(await client.next("feed:gap")).toEqual([{ after: null, oldest: messages[0]?.id }]);
      await rig.append(feeder.accountId, ...messagesOf(feeder, 1));
      await client.next("feed:message");
      expect(client.events.map(([event]) => event)).toEqual([
        "feed:authenticated",
        "feed:resumed",
        "feed:gap",
        "feed:message",
      ]);
      expect(client.events[1]).toEqual(["feed:resumed", { recovered: false, replayed: 0 }]);
    },
  );

  test("an account without messages: a gap without an oldest", async () => {
    const client = connect(await newFeeder(), 1, messageIdFloor(Date.now() + 3_600_000));
    expect(await client.next("feed:gap")).toEqual([{ after: expect.any(String), oldest: null }]);
  });

  test("over 50,000 missed messages are a gap; a resume from its oldest sends the rest", async () => {
    const feeder = await newFeeder();
    const { sql } = rig.database.database;
    const startMs = Date.now() - 600_000;
    await sql`
      insert into messages (id, group_id, received_at, skewed, created_at, station_id, source, source_type)
      select id, id, now(), false, now(), ${feeder.stationIds[0] ?? 0}, 'acarsdec', 'acars' from (
        select (lpad(to_hex(${startMs}::bigint + n * 5), 12, '0')
          || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid as id
        from generate_series(1, 50_002) n
      ) made`;
    const ids = await sql<{ id: string }[]>`
      select id from messages where station_id = ${feeder.stationIds[0] ?? 0} order by id`;
    const client = connect(feeder, 0, ids[0]?.id);
    const oldest = ids[2]?.id;
    expect(await client.next("feed:gap")).toEqual([{ after: ids[0]?.id, oldest }]);
    expect(await client.next("feed:resumed")).toEqual([{ recovered: false, replayed: 0 }]);
    client.socket.disconnect();
    const again = connect(feeder, 1, oldest);
    await expect
      .poll(() => again.events.find(([event]) => event === "feed:resumed"), { timeout: 60_000 })
      .toMatchObject(["feed:resumed", { recovered: true }]);
    const got = new Set(fedTo(again).map(idOf));
    expect(ids.slice(3).every(({ id }) => got.has(id))).toBe(true);
  }, 120_000);
});

describe("gaps while connected", () => {
  test("Redis emptied under an open socket: the gap is filled from Postgres without a reconnect", async () => {
    const feeder = await newFeeder();
    const messages = messagesOf(feeder, 30);
    await store(messages);
    const client = connect(feeder, 0);
    await client.next("feed:authenticated");
    await rig.append(feeder.accountId, ...messages.slice(0, 10));
    await client.next("feed:message", 10);
    await forgetLog(feeder);
    await rig.append(feeder.accountId, ...messages.slice(20));
    await expect.poll(() => new Set(fedTo(client).map(idOf)).size, { timeout: 10_000 }).toBe(30);
    expect(client.events.some(([event]) => event === "feed:resumed" || event === "feed:gap")).toBe(
      false,
    );
  });

  test("F-42: a log trimmed under a slow reader: it gets everything when it reads again", async () => {
    const feeder = await newFeeder();
    const stationId = feeder.stationIds[0] ?? 0;
    const text = "x".repeat(100_000);
    const messages = Array.from({ length: 400 }, () => testMessage({ stationId, text }));
    await store(messages);
    const slow = connect(feeder, 0);
    const quick = connect(feeder, 0);
    await Promise.all([slow, quick].map((client) => client.next("feed:authenticated")));
    const resume = pauseReading(slow);
    for (let i = 0; i < messages.length; i += 50) {
      await rig.append(feeder.accountId, ...messages.slice(i, i + 50));
    }
    await quick.next("feed:message", messages.length);
    expect(fedTo(slow).length).toBeLessThan(messages.length);
    await rig.redis.xtrim(rig.keys.feedLog(feeder.accountId), "MAXLEN", 1);
    resume();
    await expect
      .poll(() => new Set(fedTo(slow).map(idOf)).size, { timeout: 30_000 })
      .toBe(messages.length);
    expect(await counted(0, "jetwire_gateway_feed_holes_total")).toBeGreaterThan(0);
  }, 60_000);

  test("what Postgres does not have either is reported as a gap, and live messages continue", async () => {
    const feeder = await newFeeder();
    const { sql } = rig.database.database;
    const day = new Date();
    await db.partitions.ensure(sql, day, 1);
    const client = connect(feeder, 0, messageIdFloor(Date.parse("2020-01-01")));
    const after = messageIdFloor(Date.parse("2020-01-01"));
    expect(await client.next("feed:gap")).toEqual([{ after, oldest: null }]);
    const [message] = messagesOf(feeder, 1);
    if (message) await rig.append(feeder.accountId, message);
    expect(await client.next("feed:message")).toEqual([message]);
  });
});

function idOf(message: unknown): string {
  return (message as { id: string }).id;
}

/** Takes nothing more off the network, as a client does that is stuck. @returns what ends it. */
function pauseReading(client: Client): () => void {
  const { transport } = client.socket.io.engine as unknown as {
    transport: { ws: { pause(): void; resume(): void } };
  };
  transport.ws.pause();
  return () => transport.ws.resume();
}
