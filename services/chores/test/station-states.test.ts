import * as db from "@jetwire/db";
import type { NotificationToAdd, Sql } from "@jetwire/db";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { warnExpiringKeysJob } from "../src/jobs/warn-expiring-keys.ts";
import { createStationMails, type StationMails } from "../src/mail/station-mails.ts";
import { watchStationsJob } from "../src/jobs/watch-stations.ts";

const minute = 60_000;
const hour = 60 * minute;
const rules = { silentMsMin: 15 * minute, silentMsMax: 24 * hour, steadyMs: 10 * minute };
const begin = Date.UTC(2026, 10, 21, 12);

let at: TestDatabase;
let sql: Sql;
let owner = "";
let nowMs = begin;
let stationId = 0;

beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
  owner = (await db.accounts.add(sql, "alice"))?.id ?? "";
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`truncate station_states, reception_uptime, notifications, message_counts, alert_rules, alert_matches, outbox`;
  await sql`delete from stations`;
  nowMs = begin;
  const added = { ident: "AB-1", accountId: owner, sourceType: "acars" };
  stationId = (await db.stations.add(sql, added))?.id ?? 0;
  // Two weeks at 60 messages an hour; another station sends messages all the time.
  await sql`
    insert into message_counts (hour, station_id, source_type, messages)
    select ${new Date(begin).toISOString()}::timestamptz - n * interval '1 hour', ${stationId}, 'acars', 60
    from generate_series(1, 24 * 15) as n`;
  await sql`insert into stations (ident, last_received_at) values ('XX-9', now())`;
  await receive(stationId);
});

const notifier = {
  async notify(notification: NotificationToAdd): Promise<void> {
    await db.notifications.add(sql, notification);
  },
};

const stationMails = {
  async send(...args: Parameters<StationMails["send"]>): Promise<void> {
    const config = { SMTP_URL: "smtp://127.0.0.1", PUBLIC_URL: "https://jetwire.example.org" };
    const mails = { queue: db.mails.queue, dropped: () => {} };
    await createStationMails(at.database, config, mails).send(...args);
  },
};

async function receive(id: number): Promise<void> {
  const time = new Date(nowMs).toISOString();
  await sql`update stations set last_received_at = ${time} where id = ${id} or ident = 'XX-9'`;
}

async function runJob() {
  return await watchStationsJob(at.database, { notifier, stationMails }, rules, () => nowMs).run();
}

/** Runs the job every minute; the other station sends each time, this one if `isReceived`. */
async function pass(minutes: number, isReceived = false, areOthersReceived = true): Promise<void> {
  for (let i = 0; i < minutes; i++) {
    nowMs += minute;
    if (isReceived) await receive(stationId);
    else if (areOthersReceived) await receive(0);
    await runJob();
  }
}

async function notified(): Promise<string[]> {
  const rows = await sql<{ type: string }[]>`
    select type from notifications where user_id = ${owner} order by id`;
  return rows.map(({ type }) => type);
}

test("the owner of a silent station is notified once, and again when it has been back for a while", async () => {
  await pass(18);
  expect(await notified()).toEqual([]);
  await pass(12);
  expect(await notified()).toEqual(["station.offline"]);
  await pass(60);
  expect(await notified()).toEqual(["station.offline"]);
  await pass(9, true);
  expect(await notified()).toEqual(["station.offline"]);
  await pass(3, true);
  expect(await notified()).toEqual(["station.offline", "station.online"]);
  const rows = await sql`select online from station_states where station_id = ${stationId}`;
  expect(rows[0]).toMatchObject({ online: true });
});

test("a station that is silent now and then does not alternate between states", async () => {
  for (let i = 0; i < 10; i++) {
    await pass(14);
    await pass(1, true);
  }
  expect(await notified()).toEqual([]);
  await pass(30);
  // A message now and then does not make it online.
  for (let i = 0; i < 5; i++) {
    await pass(1, true);
    await pass(25);
  }
  expect(await notified()).toEqual(["station.offline"]);
});

test("one that brings little at this hour may be silent, but not for a day", async () => {
  await sql`update message_counts set messages = 1`;
  await pass(120);
  expect(await notified()).toEqual([]);
  await sql`update stations set last_received_at = last_received_at - interval '1 day' where id = ${stationId}`;
  await pass(1);
  expect(await notified()).toEqual(["station.offline"]);
});

test("while no station sends anything none goes offline, and that time does not count as silence", async () => {
  await pass(1);
  await pass(300, false, false);
  expect(await notified()).toEqual([]);
  await pass(10);
  expect(await notified()).toEqual([]);
  await pass(25);
  expect(await notified()).toEqual(["station.offline"]);
});

test("a run that is interrupted after a notification adds no second one", async () => {
  await pass(1);
  nowMs += hour;
  // An uptime that began before the silence.
  await sql`update reception_uptime set since = now() - interval '1000 days'`;
  await sql`update reception_uptime set last_received_at = ${new Date(nowMs).toISOString()}`;
  await sql`update stations set last_received_at = ${new Date(nowMs).toISOString()}
    where ident = 'XX-9'`;
  await sql`alter table station_states add constraint cut_off check (online)`;
  await expect(runJob()).rejects.toThrow("cut_off");
  await expect(runJob()).rejects.toThrow("cut_off");
  await sql`alter table station_states drop constraint cut_off`;
  expect(await notified()).toEqual(["station.offline"]);
});

test("a key's owner is warned a week and a day before it expires, once each", async () => {
  const issue = async (hash: string, days: number) => {
    const key = { accountId: owner, tier: "feeder", keyHash: Buffer.from(hash), hint: hash };
    const added = await db.apiKeys.add(sql, key);
    await sql`update api_keys set expires_at = now() + ${days} * interval '24 hours'
      where id = ${added?.id ?? null}`;
    return added?.id ?? "";
  };
  const soon = await issue("jw_soon", 5);
  await issue("jw_late", 30);
  const warn = warnExpiringKeysJob(at.database, notifier);
  expect(await warn.run()).toEqual({ warned: 1 });
  expect(await warn.run()).toEqual({ warned: 0 });
  await sql`update api_keys set expires_at = now() + interval '20 hours' where id = ${soon}`;
  expect(await warn.run()).toEqual({ warned: 1 });
  expect(await warn.run()).toEqual({ warned: 0 });
  const rows = await sql<{ title: string }[]>`select title from notifications order by id`;
  expect(rows.map(({ title }) => title)).toEqual([
    "API key jw_soon… expires within 7 days",
    "API key jw_soon… expires within a day",
  ]);
});

test("an owner who asked for it gets a mail when a station is silent and when it is back", async () => {
  await sql`update accounts set email = 'alice@example.org' where id = ${owner}`;
  const rule = { accountId: owner, name: "Silent", filter: null, stationId, mutedUntil: null };
  await db.alerts.addRule(sql, { ...rule, notify: true, email: true });
  await pass(30);
  await pass(12, true);
  expect(await notified()).toEqual(["station.offline", "station.online"]);
  const mails = await sql<{ kind: string; recipient: string; facts: Record<string, string> }[]>`
    select kind, recipient, facts from mails order by created_at`;
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["station-silent", "alice@example.org"],
    ["station-back", "alice@example.org"],
  ]);
  expect(mails[0]?.facts).toMatchObject({
    ident: "AB-1",
    since: new Date(begin).toISOString(),
    link: `https://jetwire.example.org/desk/stations/${stationId}`,
    stop: expect.stringMatching(/^https:\/\/jetwire\.example\.org\/stop#t=[0-9a-f-]{36}$/),
  });
});

test("a muted rule of a station notifies in no way, and one without mail only here", async () => {
  await sql`update accounts set email = 'alice@example.org' where id = ${owner}`;
  const rule = { accountId: owner, name: "Silent", filter: null, stationId, notify: true };
  await db.alerts.addRule(sql, { ...rule, email: true, mutedUntil: "2100-01-01T00:00:00.000Z" });
  await pass(30);
  expect(await notified()).toEqual([]);
  await sql`update alert_rules set muted_until = null, email = false`;
  await pass(12, true);
  expect(await notified()).toEqual(["station.online"]);
  expect(await sql`select 1 from mails`).toHaveLength(0);
});
