import * as db from "@jetwire/db";
import type { AlertMatch, Sql } from "@jetwire/db";
import { MessageIds } from "@jetwire/protocol";
import { createLogger, createMetrics } from "@jetwire/runtime";
import {
  createTestDatabase,
  storeMessages,
  type TestDatabase,
  testMessage,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runAlerts } from "../src/alerts/run-alerts.ts";

const config = { SMTP_URL: "smtp://127.0.0.1", PUBLIC_URL: "https://jetwire.example.org" };
const ids = new MessageIds(Date.now);

let at: TestDatabase;
let sql: Sql;
let alice = "";
let hiddenId = 0;
const woken: string[] = [];
const stop = new AbortController();
const running: Promise<void>[] = [];

beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
  alice = (await db.accounts.add(sql, "alice"))?.id ?? "";
  const bob = (await db.accounts.add(sql, "bob"))?.id ?? "";
  const hidden = { ident: "HIDDEN", accountId: bob, sourceType: null };
  hiddenId = (await db.stations.add(sql, hidden))?.id ?? 0;
  await sql`update stations set hidden = true where id = ${hiddenId}`;
  await sql`update accounts set email = username || '@example.org'`;
  // Two processes deliver: each match once.
  for (let n = 0; n < 2; n++) {
    const userChannel = { wake: async (userId: string) => void woken.push(userId) };
    const log = createLogger("chores", "silent");
    const metrics = createMetrics({});
    const mails = db.mails.createQueue({ log, metrics });
    const parts = { database: at.database, mails, userChannel, log, metrics };
    running.push(runAlerts(config, parts, stop.signal));
  }
});
afterAll(async () => {
  stop.abort();
  await Promise.all(running);
  await at[Symbol.asyncDispose]();
});
beforeEach(async () => {
  // One table at a time: what delivers in the background locks several, in another order.
  await sql`delete from alert_matches`;
  await sql`delete from alert_rules`;
  await sql`delete from notifications`;
  await sql`delete from mails`;
});

async function addRule(over: { notify?: boolean; email?: boolean; accountId?: string } = {}) {
  const { notify = true, email = false, accountId = alice } = over;
  const rule = { accountId, name: "Company", filter: { airline: "UAL" }, stationId: null };
  const added = await db.alerts.addRule(sql, { ...rule, notify, email, mutedUntil: null });
  if (typeof added === "string") throw new Error(added);
  return added.id;
}

async function addMatch(ruleId: string, over: Partial<AlertMatch> = {}): Promise<string> {
  const messageId = ids.next(0);
  const facts = { stationId: 99, flight: "UAL123", tail: "N101AB", description: "REQUEST FL390" };
  await db.alerts.addMatches(sql, [
    { ruleId, groupId: messageId, messageId, more: 0, ...facts, ...over },
  ]);
  return messageId;
}

async function taken(ruleId: string): Promise<void> {
  await until("its matches to be taken", async () => {
    const rows = await sql`
      select 1 from alert_matches where rule_id = ${ruleId} and taken_at is null`;
    return rows.length === 0;
  });
}

async function notified() {
  return await sql`
    select user_id, type, title, body, data from notifications order by id`;
}

test("a match makes one notification, which names rule, flight and words, and wakes its user", async () => {
  const ruleId = await addRule();
  const messageId = await addMatch(ruleId);
  await taken(ruleId);
  expect(await notified()).toEqual([
    {
      userId: alice,
      type: "alert.match",
      title: "Company",
      body: "UAL123: REQUEST FL390",
      data: {
        ruleId,
        messageId,
        flight: "UAL123",
        tail: "N101AB",
        description: "REQUEST FL390",
        more: 0,
      },
    },
  ]);
  await until("the user to be woken", () => woken.includes(alice));
  const [rule] = await sql`select delivered_at from alert_rules where id = ${ruleId}`;
  expect(rule?.["deliveredAt"]).toEqual(expect.any(String));
});

test("a rule waits a minute, and then reports the latest match with the number of the others", async () => {
  const ruleId = await addRule();
  await addMatch(ruleId);
  await taken(ruleId);
  await addMatch(ruleId, { more: 3 });
  const latest = await addMatch(ruleId, { more: 9 });
  // The other rule is delivered after a look that found this one waiting.
  const other = await addRule();
  await addMatch(other);
  await taken(other);
  expect(await notified()).toHaveLength(2);
  await sql`update alert_rules set delivered_at = now() - interval '61 seconds' where id = ${ruleId}`;
  await taken(ruleId);
  // Two deliver side by side, so the other rule's notification may have a later id.
  const rows = (await notified()).filter(({ data }) => data.ruleId === ruleId);
  expect(rows.at(-1)).toMatchObject({
    body: "UAL123: REQUEST FL390 (and 13 more)",
    data: { messageId: latest, more: 13 },
  });
});

test("a transmission that was matched before adds nothing", async () => {
  const ruleId = await addRule();
  const groupId = await addMatch(ruleId);
  await taken(ruleId);
  await sql`update alert_rules set delivered_at = now() - interval '1 hour'`;
  await addMatch(ruleId, { groupId });
  await taken(ruleId);
  expect(await notified()).toHaveLength(1);
});

test("a mail is queued if the rule wants one, with links to the message and to stop", async () => {
  const ruleId = await addRule({ notify: false, email: true });
  const messageId = await addMatch(ruleId);
  const [mail] = await until("the mail", async () => {
    const rows = await sql<{ recipient: string; kind: string; facts: Record<string, string> }[]>`
      select recipient, kind, facts from mails`;
    return rows.length > 0 && rows;
  });
  expect(mail).toMatchObject({ recipient: "alice@example.org", kind: "alert" });
  expect(mail?.facts).toMatchObject({
    rule: "Company",
    what: "UAL123: REQUEST FL390",
    link: `https://jetwire.example.org/messages/${messageId}`,
    stop: expect.stringContaining("https://jetwire.example.org/stop#t="),
  });
  expect(await notified()).toHaveLength(0);
});

test("an account is notified of at most 100 matches a day", async () => {
  const rules = await Promise.all([addRule(), addRule()]);
  await sql`
    insert into notifications (id, user_id, type, title, body, data)
    select gen_random_uuid(), ${alice}, 'alert.match', 'x', 'x', '{}' from generate_series(1, 99)`;
  for (const ruleId of rules) await addMatch(ruleId);
  for (const ruleId of rules) await taken(ruleId);
  expect(await notified()).toHaveLength(100);
});

test("matches of muted rules, ended accounts and stations that were hidden meanwhile notify nobody", async () => {
  const muted = await addRule();
  await sql`update alert_rules set muted_until = now() + interval '1 hour' where id = ${muted}`;
  const carol = (await db.accounts.add(sql, "carol"))?.id ?? "";
  const ended = await addRule({ accountId: carol });
  await db.accounts.end(sql, "carol");
  const unseen = await addRule();
  await addMatch(muted);
  await addMatch(ended);
  await addMatch(unseen, { stationId: hiddenId });
  for (const ruleId of [muted, ended, unseen]) await taken(ruleId);
  expect(await notified()).toHaveLength(0);
});

test("a redaction takes matches that wait, notifications and mails with it", async () => {
  const ruleId = await addRule({ email: true });
  const messages = Array.from({ length: 3 }, () => testMessage({ id: ids.next(0) }));
  await storeMessages(
    sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  const [delivered = "", waiting = "", later = ""] = messages.map(({ id }) => id);
  await addMatch(ruleId, { messageId: delivered, groupId: delivered });
  await taken(ruleId);
  await until("the mail", async () => (await sql`select 1 from mails`).length === 1);
  await addMatch(ruleId, { messageId: waiting, groupId: waiting });
  await db.redactions.redact(
    sql,
    { ids: messages.map(({ id }) => id) },
    { reason: "x", by: "olga" },
  );
  expect(await notified()).toEqual([]);
  expect(await sql`select 1 from mails`).toHaveLength(0);
  expect(await sql`select 1 from alert_matches`).toHaveLength(0);
  // What was on its way while the message was redacted.
  await sql`
    insert into alert_matches (rule_id, group_id, message_id, station_id, description, more)
    values (${ruleId}, ${later}, ${later}, 99, 'SECRET', 0)`;
  await sql`update alert_rules set delivered_at = now() - interval '1 hour'`;
  const values = { messageId: later, rule: "Company", what: "SECRET", link: "", stop: "" };
  await db.mails.queue(sql, { to: "alice@example.org", kind: "alert", values, accountId: alice });
  await until("the match to go", async () => (await sql`select 1 from alert_matches`).length === 0);
  expect(await notified()).toEqual([]);
  expect(await db.mails.claim(sql, 10)).toEqual([]);
  expect(await db.mails.giveUpExpired(sql)).toBe(1);
  expect(await sql`select facts from mails`).toEqual([{ facts: {} }]);
});
