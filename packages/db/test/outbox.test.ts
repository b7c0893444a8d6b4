import type { QuietHours } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as db from "../src/index.ts";
import type { Sql } from "../src/index.ts";

let at: TestDatabase;
let sql: Sql;
let alice = "";
let destination = "";
let users = 0;

const link = "https://jetwire.example.org/messages/1";
const alert = { messageId: "m", rule: "Company", what: "SECRET WORDS", link, stop: `${link}#t=1` };

beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
});
afterAll(() => at[Symbol.asyncDispose]());
beforeEach(async () => {
  await sql`truncate outbox`;
  alice = (await db.accounts.add(sql, `alice-${++users}`))?.id ?? "";
  const target = { channel: "slack", url: "https://receiver.example/a" } as const;
  const added = await db.destinations.add(sql, {
    accountId: alice,
    name: "Mine",
    address: "receiver.example",
    target,
    types: ["alert.match", "station.offline"],
    ruleIds: [],
  });
  destination = added?.id ?? "";
});

/** The time of the day in a zone, some minutes from now. */
function clock(zone: string, minutes: number): string {
  const time = new Date(Date.now() + minutes * 60_000);
  return time.toLocaleTimeString("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
}

async function beQuiet(over: Partial<QuietHours> = {}, from = -30, to = 30): Promise<void> {
  const { zone = "UTC", keeps = true } = over;
  const hours = { zone, keeps, from: clock(zone, from), to: clock(zone, to) };
  expect(await db.destinations.setQuietHours(sql, alice, hours)).toBe(true);
  expect(await db.destinations.readQuietHours(sql, alice)).toEqual(hours);
}

async function notify(title: string): Promise<void> {
  const notification = {
    userId: alice,
    type: "station.offline",
    title,
    body: "b",
    data: {},
  } as const;
  await db.notifications.add(sql, notification);
}

async function rows() {
  return await sql<Record<string, unknown>[]>`
    select kind, recipient, facts, round(extract(epoch from next_attempt_at - now()) / 60)::integer as minutes
    from outbox order by kind, recipient`;
}

test.each(["UTC", "Asia/Kolkata", "Pacific/Auckland", "America/Los_Angeles"])(
  "what comes in quiet hours in %s is summarized when they end, once for each receiver",
  async (zone) => {
    await beQuiet({ zone });
    await notify("AB-1 is offline");
    await notify("AB-2 is offline");
    const to = "alice@example.org";
    for (let n = 0; n < 2; n++) {
      await db.mails.queue(sql, { to, kind: "alert", values: alert, accountId: alice });
    }
    const found = await rows();
    expect(found).toEqual([
      {
        kind: "quiet-summary",
        recipient: to,
        facts: {
          count: "2",
          what: "Company · Company",
          link: "https://jetwire.example.org/desk/destinations",
        },
        minutes: expect.any(Number),
      },
      {
        kind: "quiet-summary",
        recipient: null,
        facts: { count: "2", what: "AB-1 is offline · AB-2 is offline", link: null },
        minutes: expect.any(Number),
      },
    ]);
    for (const { minutes } of found) expect([29, 30]).toContain(minutes);
    expect(await db.deliveries.claim(sql, 10)).toEqual([]);
    expect(await db.mails.claim(sql, 10)).toEqual([]);
    await sql`update outbox set next_attempt_at = now()`;
    expect(await db.deliveries.claim(sql, 10)).toMatchObject([{ kind: "quiet-summary" }]);
    expect(await db.mails.claim(sql, 10)).toMatchObject([{ kind: "quiet-summary", to }]);
    // What comes while the summary is sent begins another one.
    await notify("AB-3 is offline");
    expect(await rows()).toHaveLength(3);
  },
);

test("in quiet hours that keep nothing, what comes is left out, and the page has it", async () => {
  await beQuiet({ keeps: false });
  await notify("AB-1 is offline");
  await db.mails.queue(sql, {
    to: "a@example.org",
    kind: "alert",
    values: alert,
    accountId: alice,
  });
  expect(await rows()).toEqual([]);
  expect(await sql`select 1 from notifications where user_id = ${alice}`).toHaveLength(1);
});

test("links to sign in are mailed in quiet hours, too", async () => {
  await beQuiet();
  const values = { user: "alice", link };
  await db.mails.queue(sql, { to: "a@example.org", kind: "sign-in", values, accountId: alice });
  expect(await rows()).toMatchObject([{ kind: "sign-in", minutes: 0 }]);
});

test.each([
  ["before", 5, 60],
  ["after", -60, -5],
])("%s the quiet hours everything is sent at once", async (_when, from, to) => {
  await beQuiet({}, from, to);
  await notify("AB-1 is offline");
  expect(await rows()).toMatchObject([{ kind: "station.offline", minutes: 0 }]);
});

test("a time zone that Postgres does not know is refused, and one that it has lost keeps nothing back", async () => {
  const hours = { zone: "Nowhere/Town", from: "00:00", to: "23:59", keeps: true };
  expect(await db.destinations.setQuietHours(sql, alice, hours)).toBe(false);
  await beQuiet();
  await sql`update quiet_hours set zone = 'Nowhere/Town' where account_id = ${alice}`;
  await notify("AB-1 is offline");
  expect(await rows()).toMatchObject([{ kind: "station.offline", minutes: 0 }]);
});

test.each(["\u0001", "\u{1F6E9}", '"', String.raw`\\`, "x"])(
  "a notification of thousands of %j is stored and queued, in quiet hours too",
  async (character) => {
    const title = character.repeat(5_000);
    const data = { messageId: title, more: title };
    const notification = { userId: alice, type: "alert.match", title, body: title, data } as const;
    expect(await db.notifications.add(sql, notification)).toBe(true);
    await beQuiet();
    for (let n = 0; n < 12; n++) expect(await db.notifications.add(sql, notification)).toBe(true);
    expect(await rows()).toMatchObject([
      { kind: "alert.match", facts: { data: {} } },
      { kind: "quiet-summary", facts: { count: "12" } },
    ]);
  },
);

test("a destination gets one message at a time, a test first", async () => {
  await notify("AB-1 is offline");
  await notify("AB-2 is offline");
  await db.deliveries.queueTest(sql, { id: destination, accountId: alice });
  const [first] = await db.deliveries.claim(sql, 10);
  expect(first?.kind).toBe("test");
  expect(await db.deliveries.claim(sql, 10)).toEqual([]);
  if (first) await db.deliveries.markDelivered(sql, first, { status: 200, answer: "" });
  expect(await db.deliveries.claim(sql, 10)).toHaveLength(1);
});

test("what was given up while it was sent stays given up when the attempt has failed", async () => {
  await notify("AB-1 is offline");
  const [due] = await db.deliveries.claim(sql, 1);
  if (due === undefined) throw new Error("nothing is due");
  await sql`update outbox set expires_at = now()`;
  expect((await db.deliveries.giveUpExpired(sql)).rows).toBe(1);
  await db.deliveries.fail(sql, due, { status: 500, answer: "late" }, 0);
  const listed = await db.deliveries.list(sql, { id: destination, accountId: alice }, { limit: 9 });
  expect(listed).toMatchObject([{ status: "given-up", lastStatus: null }]);
});

test("an account has ten destinations, also if they are added at the same time", async () => {
  const target = { channel: "slack", url: "https://receiver.example/a" } as const;
  const more = { accountId: alice, name: "x", address: "x", target, types: [], ruleIds: [] };
  const added = await Promise.all(Array.from({ length: 15 }, () => db.destinations.add(sql, more)));
  expect(added.filter((one) => one !== null)).toHaveLength(9);
});

test("a service of the release before finds the mails, and nothing else, under their former name", async () => {
  await notify("AB-1 is offline");
  await sql`
    insert into mails (id, kind, recipient, account_id, facts, expires_at)
    select gen_random_uuid(), 'alert', 'a@example.org', ${alice}, '{}', now() + interval '1 day'`;
  const claimed = await sql`
    update mails set attempts = attempts + 1
    where id in (
      select id from mails where sent_at is null and next_attempt_at <= now() limit 9 for update skip locked
    ) returning recipient`;
  expect(claimed).toEqual([{ recipient: "a@example.org" }]);
  expect(await db.mails.claim(sql, 9)).toHaveLength(1);
  await sql`delete from mails where created_at <= now()`;
  expect(await rows()).toMatchObject([{ kind: "station.offline" }]);
});
