import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import type { AlertFilter, EntryLinks, Message } from "@jetwire/protocol";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { createTestDatabase, type TestDatabase, testMessage, until } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createLiveRules } from "../src/alerts/live-rules.ts";
import { createAlertMatcher } from "../src/alerts/match-alerts.ts";

const log = createLogger("test", "silent");

let at: TestDatabase;
let sql: Sql;
let alice = "";
let bob = "";
let hiddenId = 0;
const stop = new AbortController();
const running: Promise<void>[] = [];

beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
  alice = (await db.accounts.add(sql, "alice"))?.id ?? "";
  bob = (await db.accounts.add(sql, "bob"))?.id ?? "";
  const hidden = { ident: "HIDDEN", accountId: alice, sourceType: null };
  hiddenId = (await db.stations.add(sql, hidden))?.id ?? 0;
  await sql`update stations set hidden = true where id = ${hiddenId}`;
  await sql`
    insert into airframes (id, icao, type, first_received_at, last_received_at)
    values ('00000000-0000-8000-a000-000000000001', '4ACA01', 'A20N', now(), now())`;
});
afterAll(async () => {
  stop.abort();
  await Promise.all(running);
  await at[Symbol.asyncDispose]();
});
beforeEach(async () => {
  // One table at a time: what reads the rules in the background locks several, in another order.
  await sql`delete from alert_matches`;
  await sql`delete from alert_rules`;
});

async function addRule(filter: AlertFilter, accountId = alice): Promise<string> {
  const rule = { accountId, name: "Rule", filter, stationId: null, notify: true, email: false };
  const added = await db.alerts.addRule(sql, { ...rule, mutedUntil: null });
  if (typeof added === "string") throw new Error(added);
  return added.id;
}

async function loadMatcher() {
  const rules = createLiveRules(at.database, log);
  running.push(rules.run(stop.signal));
  await rules.ready();
  return createAlertMatcher(at.database, { rules, log, metrics: createMetrics({}) });
}

/** A matcher that has loaded the rules that there are. */
async function startMatcher(loaded?: Awaited<ReturnType<typeof loadMatcher>>) {
  const matcher = loaded ?? (await loadMatcher());
  let seq = 0;
  return async (over: Partial<Message>, links: Partial<EntryLinks> = {}) => {
    const message = testMessage(over);
    const stored = { first: true, skewed: false, icao: null, flightKey: null, ...links };
    await matcher.push([{ message, links: stored, raw: "{}", producer: "p:1", seq: ++seq }]);
    return message;
  };
}

async function matchesOf(ruleId: string) {
  return await sql`
    select message_id, flight, tail, description, more from alert_matches
    where rule_id = ${ruleId} order by matched_at`;
}

test("a message that matches is recorded with its flight, tail and words in one line", async () => {
  const rule = await addRule({ tail: "N101AB" });
  const take = await startMatcher();
  const text = `A\r\nB\u0000\u202e${"x".repeat(300)}`;
  const { id } = await take({ tail: "N-101AB", text }, { flightKey: "UAL123" });
  await take({ tail: "N999" });
  expect(await matchesOf(rule)).toEqual([
    {
      messageId: id,
      flight: "UAL123",
      tail: "N-101AB",
      description: `A B ${"x".repeat(156)}`,
      more: 0,
    },
  ]);
});

test("every reception counts once, also after a restart and with two processes", async () => {
  const rule = await addRule({ label: ["SQ"] });
  const [first, second] = [await startMatcher(), await startMatcher()];
  const { groupId } = await first({});
  await first({ groupId });
  await second({ groupId });
  await (
    await startMatcher()
  )({ groupId });
  expect(await matchesOf(rule)).toHaveLength(1);
});

test("a message of a hidden station matches rules of its owner only", async () => {
  const own = await addRule({ label: ["SQ"] });
  const other = await addRule({ label: ["SQ"] }, bob);
  const take = await startMatcher();
  const { groupId } = await take({ stationId: hiddenId });
  expect(await matchesOf(own)).toHaveLength(1);
  expect(await matchesOf(other)).toHaveLength(0);
  // Until a station that everybody may see receives the same transmission.
  await take({ groupId, stationId: 99 });
  expect(await matchesOf(other)).toHaveLength(1);
});

test("a muted rule matches nothing, one whose muting has ended does", async () => {
  const [muted, over] = [await addRule({ label: ["SQ"] }), await addRule({ label: ["SQ"] })];
  await sql`update alert_rules set muted_until = now() + interval '1 hour' where id = ${muted}`;
  await sql`update alert_rules set muted_until = now() - interval '1 hour' where id = ${over}`;
  await (
    await startMatcher()
  )({});
  expect(await matchesOf(muted)).toHaveLength(0);
  expect(await matchesOf(over)).toHaveLength(1);
});

test("the type of the airframe is looked up", async () => {
  const rule = await addRule({ aircraftType: "A20N" });
  const take = await startMatcher();
  await take({ airframeId: "00000000-0000-8000-a000-000000000002" });
  await take({ airframeId: null });
  expect(await matchesOf(rule)).toHaveLength(0);
  await take({ airframeId: "00000000-0000-8000-a000-000000000001" });
  expect(await matchesOf(rule)).toHaveLength(1);
});

test("a rule that is added, changed or removed takes effect without a restart", async () => {
  const take = await startMatcher();
  const rule = await addRule({ label: ["ZZ"] });
  await until("the rule to be loaded", async () => {
    await take({ label: "ZZ" });
    return (await matchesOf(rule)).length > 0;
  });
  await sql`delete from alert_rules`;
  // A match of a rule that was removed meanwhile keeps nothing else back.
  await expect(take({ label: "ZZ" })).resolves.toBeDefined();
});

test("matches are kept while Postgres is unavailable, and stored with the next batch", async () => {
  const rule = await addRule({ label: ["SQ"] });
  const take = await startMatcher();
  await sql`
    create function unavailable() returns trigger language plpgsql as $$
    begin raise exception 'shutting down' using errcode = '57P01'; end $$`;
  await sql`
    create trigger away before insert on alert_matches
    for each statement execute function unavailable()`;
  const message = testMessage({});
  await expect(take(message)).rejects.toThrow("shutting down");
  await sql`drop trigger away on alert_matches`;
  await take(message);
  expect(await matchesOf(rule)).toMatchObject([{ messageId: message.id }]);
});

test("a message that was redacted matches nothing, also if it is delivered again", async () => {
  const rule = await addRule({ label: ["SQ"] });
  const take = await startMatcher();
  const message = testMessage({});
  await sql`
    insert into redactions (message_id, reason, redacted_by) values (${message.id}, 'private', 'olga')`;
  await take(message);
  expect(await matchesOf(rule)).toHaveLength(0);
});

test("what was counted is reported when the minute is over, without another message, and at a stop", async () => {
  const rule = await addRule({ label: ["SQ"] });
  const matcher = await loadMatcher();
  const take = await startMatcher(matcher);
  const reporting = new AbortController();
  const run = matcher.run(reporting.signal);
  await take({});
  const [, second] = [await take({}), await take({})];
  expect(await matchesOf(rule)).toHaveLength(1);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  try {
    await until("the report", async () => (await matchesOf(rule)).length === 2);
  } finally {
    vi.useRealTimers();
  }
  expect((await matchesOf(rule)).at(-1)).toMatchObject({ messageId: second?.id, more: 1 });
  const last = await take({});
  reporting.abort();
  await run;
  await matcher[Symbol.asyncDispose]();
  expect((await matchesOf(rule)).at(-1)).toMatchObject({ messageId: last.id, more: 0 });
});

test("a rule that is removed while matches are added takes no others with it", async () => {
  const [kept, removed] = [await addRule({ label: ["SQ"] }), await addRule({ label: ["SQ"] })];
  const message = testMessage({});
  const facts = { stationId: 1, flight: null, tail: null, description: "", more: 0 };
  const matches = [kept, removed].map((ruleId) => ({
    ruleId,
    groupId: message.id,
    messageId: message.id,
    ...facts,
  }));
  const other = await sql.reserve();
  try {
    await other`begin`;
    await other`delete from alert_rules where id = ${removed}`;
    const adding = db.alerts.addMatches(sql, matches);
    await until("the addition to wait for the removal", async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%alert_matches%'
          and datname = current_database()`;
      return waiting.length > 0;
    });
    await other`commit`;
    await adding;
  } finally {
    other.release();
  }
  expect(await matchesOf(kept)).toHaveLength(1);
  expect(await matchesOf(removed)).toHaveLength(0);
});
