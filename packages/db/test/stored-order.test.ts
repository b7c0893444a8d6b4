import { messageIdFloor, type Message, MessageIds } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as db from "../src/index.ts";

const minuteMs = 60_000;
const firstId = messageIdFloor(0);

let at: TestDatabase;
let seq = 0;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

/** A message that arrived so long ago. */
function arrived(agoMs: number, stationId = 998): Message {
  return testMessage({ id: new MessageIds(() => Date.now() - agoMs).next(0), stationId });
}

async function store(...messages: Message[]): Promise<void> {
  const links = { first: true, skewed: false, icao: null, flightKey: null };
  await db.messageStore.storeBatch(at.database.sql, {
    parts: [
      {
        partition: 0,
        messages: messages.map((message) => ({
          message,
          links,
          raw: "{}",
          producer: "p:1",
          seq: ++seq,
        })),
      },
    ],
    airframes: [],
    flights: [],
  });
}

async function storedAtOf({ id }: Message): Promise<string | null> {
  const [row] = await at.database.sql<{ storedAt: string | null }[]>`
    select stored_at from messages where id = ${id}`;
  return row?.storedAt ?? null;
}

test("a message has the time of its storing if it was late, or its id is ahead of the clock", async () => {
  const [fresh, late, early] = [arrived(0), arrived(5 * minuteMs), arrived(-5 * minuteMs)];
  await store(fresh, late, early);
  expect(await storedAtOf(fresh)).toBeNull();
  for (const one of [late, early]) {
    const storedAt = Date.parse((await storedAtOf(one)) ?? "");
    expect(Math.abs(storedAt - Date.now())).toBeLessThan(minuteMs);
  }
});

test("late own messages are listed in the order of ids, in pages, since a time and before an id", async () => {
  const { sql } = at.database;
  const accountId = (await db.accounts.add(sql, "late"))?.id ?? "";
  const stations = [];
  for (const ident of ["SO-1", "SO-2"]) {
    stations.push((await db.stations.add(sql, { ident, accountId, sourceType: null }))?.id ?? 0);
  }
  const [one = 0, two = 0] = stations;
  const before = arrived(20 * minuteMs, one);
  await store(before);
  await sql`update messages set stored_at = now() - interval '15 minutes' where id = ${before.id}`;
  const late = [
    arrived(10 * minuteMs, one),
    arrived(9 * minuteMs, two),
    arrived(8 * minuteMs, one),
  ];
  const other = arrived(9 * minuteMs, 999);
  await store(late[2] as Message, other, arrived(0, one), late[1] as Message, late[0] as Message);
  const bound = {
    storedSinceMs: Date.now() - 5 * minuteMs,
    beforeId: messageIdFloor(Date.now() - minuteMs),
  };
  const page = (after: string, limit: number) =>
    db.messages.listLateOwnMessages(sql, accountId, bound, { after, limit });
  expect(await page(firstId, 2)).toEqual(late.slice(0, 2));
  expect(await page(late[1]?.id ?? "", 2)).toEqual(late.slice(2));
  expect(await db.messages.countLateOwnMessages(sql, accountId, bound, 10)).toBe(3);
  expect(await db.messages.countLateOwnMessages(sql, accountId, bound, 2)).toBe(2);
  const narrower = { ...bound, beforeId: late[1]?.id ?? "" };
  expect(await db.messages.countLateOwnMessages(sql, accountId, narrower, 10)).toBe(1);
});

test("a client has what had been delivered when its last message arrived", async () => {
  const { sql } = at.database;
  await sql`delete from feed_marks`;
  const last = arrived(0);
  expect(await db.messageStore.missedSinceMs(sql, last.id)).toBeNull();
  const nowMs = Math.floor(await db.accounting.readClock(sql));
  const times = [50, 40, 10].map((minutes) => new Date(nowMs - minutes * minuteMs));
  // Fanout was stopped between the first mark and the second.
  await sql`insert into feed_marks (at, delivered_until) values
    (${times[0]?.toISOString() ?? ""}, ${times[0]?.toISOString() ?? ""}),
    (${times[1]?.toISOString() ?? ""}, ${times[0]?.toISOString() ?? ""}),
    (${times[2]?.toISOString() ?? ""}, ${times[2]?.toISOString() ?? ""})`;
  const since = async (minutes: number) => {
    const ms = await db.messageStore.missedSinceMs(sql, arrived(minutes * minuteMs).id);
    return ms && ms - nowMs + 30_000;
  };
  expect(await since(0)).toBe(-10 * minuteMs);
  expect(await since(20)).toBe(-50 * minuteMs);
  expect(await since(45)).toBe(-50 * minuteMs);
  expect(await since(60)).toBeNull();
  // The id is ahead of the clock: the message arrived before it was stored.
  const early = arrived(-30 * minuteMs);
  await store(early);
  await sql`update messages set stored_at = ${times[1]?.toISOString() ?? ""} where id = ${early.id}`;
  expect(await db.messageStore.missedSinceMs(sql, early.id)).toBe(
    (times[0]?.getTime() ?? 0) - 30_000,
  );
});

test("marks are made at most every half minute, and removed after two months", async () => {
  const { sql } = at.database;
  await sql`delete from feed_marks`;
  await sql`insert into feed_marks values (now() - interval '61 days', now()), (now() - interval '59 days', now())`;
  const deliveredUntil = new Date(Date.now() - minuteMs);
  await db.messageStore.addFeedMark(sql, deliveredUntil);
  await db.messageStore.addFeedMark(sql, new Date());
  const marks = await sql<{ until: string }[]>`
    select delivered_until as until from feed_marks order by at`;
  expect(marks).toHaveLength(2);
  expect(marks[1]?.until).toBe(deliveredUntil.toISOString());
});
