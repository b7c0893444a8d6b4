import { hashLinkToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Operated, startOperated } from "./operated.ts";

let at: Operated;
beforeAll(async () => {
  at = await startOperated({ PUBLIC_URL: publicUrl });
  await jetwire("accounts", "add", "alice");
});
afterAll(() => at[Symbol.asyncDispose]());

const publicUrl = "https://jetwire.example.org";

const jetwire = (...args: string[]) => at.jetwire(...args);

const Invited = z.object({ link: z.string(), expiresAt: z.string(), mailed: z.boolean() });

function tokenOf(link: string): Buffer {
  expect(link.startsWith(`${publicUrl}/link#t=`)).toBe(true);
  const hash = hashLinkToken(link.split("#t=")[1]);
  if (hash === null) throw new Error("no token");
  return hash;
}

test("an invitation is a link that is valid for 7 days, and is recorded", async () => {
  const { sql } = at.database;
  const ran = await jetwire("accounts", "invite", "--json");
  const { link, expiresAt, mailed } = Invited.parse(ran.json());
  const stored = await db.signIn.readLink(sql, tokenOf(link));
  expect(stored).toMatchObject({ kind: "invitation", accountId: null, email: null, isUsed: false });
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  expect(mailed).toBe(false);
  const log = await jetwire("audit", "--action", "account.invite", "--json");
  expect(log.stdout).not.toContain(link.split("#t=")[1]);
  expect(log.json()).toHaveLength(1);
});

test("an invitation to an account signs in to it", async () => {
  const ran = await jetwire("accounts", "invite", "--account", "ALICE", "--json");
  const stored = await db.signIn.readLink(at.database.sql, tokenOf(Invited.parse(ran.json()).link));
  expect(stored).toMatchObject({ kind: "invitation", username: "alice" });
  const unknown = await jetwire("accounts", "invite", "--account", "nobody", "--json");
  expect(unknown.json()).toMatchObject({ error: { code: "not_found" } });
});

test("with mail the invitation is also sent", async () => {
  await using mailing = await startOperated({
    PUBLIC_URL: publicUrl,
    SMTP_URL: "smtp://127.0.0.1:1",
  });
  const args = ["accounts", "invite", "--email", "bob@example.org", "--json"];
  const { link, mailed } = Invited.parse((await mailing.jetwire(...args)).json());
  expect(mailed).toBe(true);
  const [mail] = await mailing.database.sql`select kind, recipient, facts from mails`;
  expect(mail).toEqual({ kind: "invitation", recipient: "bob@example.org", facts: { link } });
});

test.each(["bob", "a@example.org,b@example.org", "a@example.org\nBcc: b@example.org"])(
  "the address %j is refused",
  async (email) => {
    const ran = await jetwire("accounts", "invite", "--email", email);
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toContain("email");
  },
);

test("without PUBLIC_URL there is no link", async () => {
  await using without = await startOperated();
  const ran = await without.jetwire("accounts", "invite");
  expect(ran.code).not.toBe(0);
  expect(ran.stderr).toContain("PUBLIC_URL is not set");
});

test("a role is set and recorded; another word is refused", async () => {
  const set = await jetwire("accounts", "role", "alice", "operator", "--json");
  expect(set.json()).toMatchObject({ username: "alice", role: "operator" });
  const rows = await at.database.sql`select role from accounts where username = 'alice'`;
  expect(rows).toEqual([{ role: "operator" }]);
  expect((await jetwire("accounts", "role", "alice", "user")).stdout).toContain(
    "has the role user",
  );
  const wrong = await jetwire("accounts", "role", "alice", "admin", "--json");
  expect(wrong.json()).toMatchObject({ error: { code: "usage" } });
  const unknown = await jetwire("accounts", "role", "nobody", "user", "--json");
  expect(unknown.json()).toMatchObject({ error: { code: "not_found" } });
});
