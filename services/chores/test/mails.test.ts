import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { createLogger, createMetrics, type Logger } from "@jetwire/runtime";
import {
  createTestDatabase,
  type MailCatcher,
  startMailCatcher,
  type TestDatabase,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { ChoresConfig } from "../src/index.ts";
import { runMails } from "../src/mail/run-mails.ts";

let at: TestDatabase;
let sql: Sql;
let catcher: MailCatcher;
const stop = new AbortController();
const running: Promise<void>[] = [];
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
  catcher = await startMailCatcher();
  const config = ChoresConfig.parse({
    SMTP_URL: catcher.smtpUrl,
    PUBLIC_URL: "https://jetwire.example.org",
  });
  const log = createLogger("chores", "info", 0, {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  // Two processes send: each mail leaves once.
  for (let i = 0; i < 2; i++) {
    running.push(
      runMails(config, { database: at.database, log, metrics: createMetrics({}) }, stop.signal),
    );
  }
});
afterAll(async () => {
  stop.abort();
  await Promise.all(running);
  await catcher[Symbol.asyncDispose]();
  await at[Symbol.asyncDispose]();
});
beforeEach(() => catcher.refuseWith(null));

const link = "https://jetwire.example.org/link#t=abc";

async function rowOf(to: string) {
  const [row] = await sql<Record<string, unknown>[]>`select * from mails where recipient = ${to}`;
  return row;
}

async function givenUp(to: string): Promise<boolean> {
  return typeof (await rowOf(to))?.["givenUpAt"] === "string";
}

async function mailTo(to: string) {
  return await until("the mail", () => catcher.mails.find((mail) => mail.to.includes(to)));
}

test("a queued mail is sent once, in plain text, and its link is forgotten", async () => {
  const to = "alice@example.org";
  expect(await db.mails.queue(sql, { to, kind: "sign-in", values: { user: "alice", link } })).toBe(
    true,
  );
  const mail = await mailTo(to);
  expect(mail.subject).toBe("Sign in to jetwire.example.org");
  expect(mail.text).toContain("as alice. If it was you, open this link within 15 minutes");
  expect(mail.text.split(link)).toHaveLength(2);
  expect(mail.headers).toMatchObject({
    "auto-submitted": "auto-generated",
    from: "Jetwire <noreply@jetwire.example.org>",
    to,
    "content-type": "text/plain; charset=utf-8",
  });
  await until("it is recorded as sent", async () => (await rowOf(to))?.["sentAt"] as string | null);
  expect(await rowOf(to)).toMatchObject({ facts: {}, attempts: 1, givenUpAt: null });
  expect(catcher.mails.filter((one) => one.to.includes(to))).toHaveLength(1);
});

test("one id finds a mail in the log of who queued it, in that of who sent it, and at the mail server", async () => {
  const to = "lena@example.org";
  const info = vi.fn<Logger["info"]>();
  const mails = db.mails.createQueue({
    log: { info, warn: vi.fn<Logger["warn"]>() },
    metrics: createMetrics({}),
  });
  await mails.queue(sql, { to, kind: "sign-in", values: { user: "lena", link } });
  const { mailId } = z.object({ mailId: z.string() }).parse(info.mock.calls[0]?.[0]);
  expect(info.mock.calls).toEqual([[{ mailId, kind: "sign-in" }, "mail queued"]]);
  const line = await until("the line of the sender", () =>
    lines.find((one) => one["mailId"] === mailId),
  );
  expect(line).toMatchObject({ kind: "sign-in", msg: "mail sent" });
  expect((await mailTo(to)).headers["message-id"]).toBe(`<${mailId}@jetwire.example.org>`);
});

test("values cannot add a header, a line or hidden text", async () => {
  const to = "bob@example.org";
  const ident = "AB\r\nBcc: eve@example.org\u202e\u0000";
  const values = { ident, since: "x", usual: "34", link, stop: `${link}&stop` };
  await db.mails.queue(sql, { to, kind: "station-silent", values });
  const mail = await mailTo(to);
  expect(mail.to).toEqual([to]);
  expect(mail.headers["bcc"]).toBeUndefined();
  expect(mail.subject).toBe("Your station is silent");
  expect(mail.text).toContain("no message of AB Bcc: eve@example.org  since an unknown time UTC");
});

test("a mail program is offered one click to stop mails about a station", async () => {
  const to = "carol@example.org";
  const stopLink = "https://jetwire.example.org/stop#t=0b9d";
  const values = { ident: "KABQ-1", since: "2026-11-22T07:30:10.000Z", link, stop: stopLink };
  await db.mails.queue(sql, { to, kind: "station-back", values });
  const mail = await mailTo(to);
  expect(mail.subject).toBe("KABQ-1 is back");
  expect(mail.text).toContain("again since 2026-11-22 07:30 UTC");
  expect(mail.text).toContain(`Stop these mails: ${stopLink}`);
  expect(mail.headers).toMatchObject({
    "list-unsubscribe": "<https://jetwire.example.org/v1/mail/stop/0b9d>",
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });
});

test("a mail that the server refuses for now is tried again later, one that it refuses for good is not", async () => {
  const later = "later@example.org";
  const never = "never@example.org";
  const values = { user: "alice", link };
  catcher.refuseWith(451);
  await db.mails.queue(sql, { to: later, kind: "sign-up", values });
  await until("the first attempt", async () => Number((await rowOf(later))?.["attempts"]) === 1);
  expect(await rowOf(later)).toMatchObject({ sentAt: null, givenUpAt: null });
  const [wait] = await sql<{ seconds: number }[]>`
    select extract(epoch from next_attempt_at - now())::float8 as seconds from mails where recipient = ${later}`;
  expect(wait?.seconds).toBeGreaterThan(30);
  catcher.refuseWith(550);
  await db.mails.queue(sql, { to: never, kind: "sign-up", values });
  await until("it is given up", () => givenUp(never));
  expect(await rowOf(never)).toMatchObject({ facts: {}, sentAt: null });
  catcher.refuseWith(null);
  await sql`update mails set next_attempt_at = now() where recipient = ${later}`;
  await mailTo(later);
  expect(catcher.mails.some((mail) => mail.to.includes(never))).toBe(false);
});

test("a link that has expired is not sent any more", async () => {
  const to = "expired@example.org";
  await sql`
    insert into mails (kind, recipient, facts, expires_at)
    values ('sign-in', ${to}, ${sql.json({ user: "alice", link })}, now() - interval '1 second')`;
  await until("it is given up", () => givenUp(to));
  expect(await rowOf(to)).toMatchObject({ facts: {}, attempts: 0 });
});

test("an address that could be two is not given to the mail server", async () => {
  const to = "a@example.org,eve@example.org";
  await db.mails.queue(sql, { to, kind: "invitation", values: { link } });
  await until("it is given up", () => givenUp(to));
  expect(catcher.mails.flatMap((mail) => mail.to)).not.toContain("eve@example.org");
});

test("at most 20 mails wait for one mailbox, whatever the case and sub-address", async () => {
  await using quiet = await createTestDatabase();
  const queue = (to: string) =>
    db.mails.queue(quiet.database.sql, { to, kind: "invitation", values: { link } });
  for (let i = 0; i < 20; i++) expect(await queue("dave@example.org")).toBe(true);
  expect(await queue("DAVE@example.org")).toBe(false);
  expect(await queue("dave+news@example.org")).toBe(false);
  expect(await queue("dave.news@example.org")).toBe(true);
  expect(await queue("erin@example.org")).toBe(true);
});

test("an erasure deletes the account's mails, also those that wait", async () => {
  await using quiet = await createTestDatabase();
  const { sql: own } = quiet.database;
  const accountId = (await db.accounts.add(own, "frank"))?.id ?? "";
  const to = "frank@example.org";
  await db.mails.queue(own, { to, kind: "sign-in", values: { user: "frank", link }, accountId });
  await db.erasures.beginForAccount(own, accountId, { kind: "account", id: accountId });
  expect(await own`select 1 from mails`).toHaveLength(0);
});

describe("a flood of one kind of mail", () => {
  const waitingMax = 5_000;

  /** Queues as many mails of a kind as may wait, to different addresses. */
  async function flood(database: Sql, kind: string): Promise<void> {
    await database`
      insert into mails (kind, recipient, facts, expires_at)
      select ${kind}, 'user-' || n || '@example.org', '{}', now() + interval '1 hour'
      from generate_series(1, ${waitingMax}) as n`;
  }

  test("stops neither links to sign in, nor other mails to its address, and is reported", async () => {
    await using quiet = await createTestDatabase();
    const { sql: database } = quiet.database;
    const metrics = createMetrics({});
    const warn = vi.fn<Logger["warn"]>();
    const mails = db.mails.createQueue({ log: { info: vi.fn<Logger["info"]>(), warn }, metrics });
    await flood(database, "alert");
    const values = { messageId: "m", rule: "r", what: "w", link, stop: `${link}&stop` };
    const alert = { to: "ann@example.org", kind: "alert", values } as const;
    expect(await mails.queue(database, alert)).toBe(false);
    expect(await mails.queue(database, alert)).toBe(false);
    const user = { user: "ann", link };
    for (const kind of ["sign-in", "sign-up", "email-change"] as const) {
      const one = { to: "user-1@example.org", kind, values: user } as const;
      expect(await mails.queue(database, one)).toBe(true);
    }
    mails.dropped("sign-in", "hourly");
    const text = await metrics.text();
    expect(text).toContain('jetwire_mails_dropped_total{kind="alert",reason="waiting"} 2');
    expect(text).toContain('jetwire_mails_dropped_total{kind="sign-in",reason="hourly"} 1');
    expect(warn.mock.calls).toEqual([[{ kind: "alert", reason: "waiting" }, expect.any(String)]]);
  });

  test("is sent after the links to sign in", async () => {
    await using quiet = await createTestDatabase();
    const { sql: database } = quiet.database;
    await flood(database, "station-back");
    const values = { user: "ann", link };
    await db.mails.queue(database, { to: "ann@example.org", kind: "sign-in", values });
    const claimed = await db.mails.claim(database, 1);
    expect(claimed.map(({ kind }) => kind)).toEqual(["sign-in"]);
  });
});
