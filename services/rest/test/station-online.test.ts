import * as db from "@jetwire/db";
import type { ListedStation, Stats, StationStatus } from "@jetwire/protocol";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

const minuteMs = 60_000;
/** The gap without receptions that the chore uses. */
const deafMs = 5 * minuteMs;

let rest: RestUnderTest;
let mine: number;
let other: number;
beforeAll(async () => {
  rest = await startRest({ REST_BADGE_SECONDS: "1" });
  const { sql } = rest.database.database;
  const add = async (ident: string) =>
    (await db.stations.add(sql, { ident, accountId: rest.accountId, sourceType: "vdl" }))?.id ?? 0;
  mine = await add("MINE");
  other = await add("OTHER");
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const { sql } = rest.database.database;
  await sql`delete from station_states`;
  await sql`delete from reception_uptime`;
  await sql`update stations set last_received_at = null`;
  await sql`update stations set account_id = ${rest.accountId} where id = ${mine}`;
});

function ago(minutes: number): Date {
  return new Date(Date.now() - minutes * minuteMs);
}

async function receive(minutes: number): Promise<Date> {
  const at = ago(minutes);
  const { sql } = rest.database.database;
  await sql`update stations set last_received_at = ${at.toISOString()} where id = ${mine}`;
  return at;
}

/** Does what the chore does every minute: another station was received so many minutes ago. */
async function runChore(minutes: number): Promise<void> {
  const { sql } = rest.database.database;
  const at = ago(minutes);
  await sql`update stations set last_received_at = ${at.toISOString()} where id = ${other}`;
  await db.stationActivity.updateReceptionUptime(sql, at.toISOString(), deafMs);
}

async function notify(online: boolean, minutes: number): Promise<Date> {
  const { sql } = rest.database.database;
  const at = ago(minutes);
  await db.stationActivity.setState(sql, mine, online, at.toISOString());
  return at;
}

async function read<Answer>(path: string): Promise<Answer> {
  return (await (await rest.get(path)).json()) as Answer;
}

/** Everywhere that says it, which has to be the same. */
async function isOnline(): Promise<boolean> {
  const { online } = await read<ListedStation>(`/v1/stations/${mine}`);
  const status = await read<StationStatus>(`/v1/stations/${mine}/status`);
  const [listed] = await read<ListedStation[]>("/v1/stations?ident=mine");
  const ofThatKind = await read<ListedStation[]>(`/v1/stations?ident=mine&online=${online}`);
  const ofTheOther = await read<ListedStation[]>(`/v1/stations?ident=mine&online=${!online}`);
  expect(status.online).toBe(online);
  expect(status.since === null).toBe(online);
  const badge = async () =>
    await (await fetch(`${rest.url}/v1/stations/${mine}/status.svg`)).text();
  await expect
    .poll(badge, { timeout: 10_000, interval: 500 })
    .toContain(online ? ">online, 0/h<" : ">offline<");
  expect(listed?.online).toBe(online);
  expect([ofThatKind.length, ofTheOther.length]).toEqual([1, 0]);
  return online;
}

async function offlineSince(): Promise<string | null> {
  return (await read<StationStatus>(`/v1/stations/${mine}/status`)).since;
}

test.each([
  [14, true],
  [16, false],
])("without a state, received %i minutes ago: online %s", async (minutes, online) => {
  await runChore(1);
  const at = await receive(minutes);
  expect(await isOnline()).toBe(online);
  expect(await offlineSince()).toBe(online ? null : at.toISOString());
});

test("a station that is usually silent for hours stays online, as its owner was notified", async () => {
  await runChore(1);
  await notify(true, 3_000);
  await receive(200);
  expect(await isOnline()).toBe(true);
});

test("an offline station is online again once its owner is notified, not with its first message", async () => {
  await runChore(1);
  const at = await notify(false, 30);
  const last = await receive(60);
  expect(await isOnline()).toBe(false);
  expect(await offlineSince()).toBe(last.toISOString());
  await receive(0);
  await db.stationActivity.setBackSince(rest.database.database.sql, mine, ago(1).toISOString());
  expect(await isOnline()).toBe(false);
  expect(await offlineSince()).toBe(at.toISOString());
  await notify(true, 0);
  expect(await isOnline()).toBe(true);
});

test.each([
  ["a chore that has stopped", async () => await runChore(16)],
  ["a chore that never ran", async () => {}],
])("the states of %s are ignored", async (_, look) => {
  await look();
  await notify(true, 3_000);
  await receive(20);
  expect(await isOnline()).toBe(false);
  await notify(false, 30);
  await receive(1);
  expect(await isOnline()).toBe(true);
});

test("the state of a station without an owner is ignored", async () => {
  await runChore(1);
  await notify(false, 30);
  await receive(1);
  expect(await isOnline()).toBe(false);
  await rest.database.database.sql`update stations set account_id = null where id = ${mine}`;
  expect(await isOnline()).toBe(true);
});

test("statistics count online stations by the same rule", async () => {
  await runChore(1);
  await notify(false, 30);
  await receive(1);
  const { stations } = await read<Stats>("/v1/stats?hours=2");
  expect(stations).toEqual({ visible: 3, online: 1 });
});
