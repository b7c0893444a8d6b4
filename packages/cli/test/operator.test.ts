import { hashApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operated, startOperated } from "./operated.ts";
import { errorOf } from "./run-jetwire.ts";

let at: Operated;
const jetwire = (...args: string[]) => at.jetwire(...args);

beforeAll(async () => {
  at = await startOperated();
});
afterAll(() => at[Symbol.asyncDispose]());

test("R-15, R-16: from an account to a key that opens, and its revocation", async () => {
  const added = await jetwire("accounts", "add", "alice", "--json");
  const account = added.json() as { id: string };
  expect(account).toMatchObject({ id: expect.any(String), username: "alice" });
  const station = await jetwire("stations", "add", "AB1", "--account", "alice", "--json");
  expect(station.json()).toMatchObject({ id: expect.any(Number), ident: "AB1" });
  const issued = await jetwire("keys", "issue", "--account", "ALICE", "--json");
  const { id, key } = issued.json() as { id: string; key: string };
  const { sql } = at.database;
  expect(await db.apiKeys.find(sql, hashApiKey(key))).toMatchObject({ accountId: account.id });
  const listed = await jetwire("keys", "list", "--account", "alice");
  expect(listed.stdout).toContain(id);
  expect(listed.stdout).not.toContain(key);
  expect((await jetwire("keys", "revoke", id)).code).toBe(0);
  expect(await db.apiKeys.find(sql, hashApiKey(key))).toBeNull();
  const accounts = (await jetwire("accounts", "list", "--json")).json() as { username: string }[];
  // The other one is that of the host's key.
  expect(accounts.map(({ username }) => username).toSorted()).toEqual(["alice", "operator"]);
  expect((await jetwire("stations", "list", "--account", "alice")).stdout).toContain("AB1");
});

test("a key has the scopes that it is issued with, and operate is for operators", async () => {
  const { sql } = at.database;
  const added = await jetwire("accounts", "add", "scoped", "--json");
  const { id } = added.json() as { id: string };
  const issue = (...options: string[]) =>
    jetwire("keys", "issue", "--account", "scoped", ...options, "--json");
  const scopesOf = async (...options: string[]) => {
    const { key } = (await issue(...options)).json() as { key: string };
    return (await db.apiKeys.find(sql, hashApiKey(key)))?.scopes;
  };
  expect(await scopesOf()).toEqual(["read", "feed"]);
  expect(await scopesOf("--scopes", "manage,read")).toEqual(["read", "manage"]);
  for (const scopes of ["write", ""]) {
    const refused = await issue("--scopes", scopes);
    expect([refused.code, errorOf(refused).code]).toEqual([2, "usage"]);
    expect(errorOf(refused).message).toContain("--scopes");
  }
  expect(errorOf(await issue("--scopes", "read,operate")).code).toBe("forbidden");
  // A key makes no key like itself: operators make theirs on the page.
  await db.accounts.setRole(sql, id, "operator");
  expect(errorOf(await issue("--scopes", "operate")).code).toBe("forbidden");
  expect((await jetwire("keys", "list", "--account", "scoped")).stdout).toContain("read,manage");
});

test("A-22: an ended account's keys open nothing, and it is ended once", async () => {
  await jetwire("accounts", "add", "dave");
  const issued = await jetwire("keys", "issue", "--account", "dave", "--json");
  const { key } = issued.json() as { key: string };
  expect((await jetwire("accounts", "end", "DAVE")).stdout).toBe("account DAVE has ended\n");
  expect(await db.apiKeys.find(at.database.sql, hashApiKey(key))).toBeNull();
  const again = await jetwire("accounts", "end", "dave", "--json");
  expect(errorOf(again).code).toBe("not_found");
  expect(again.code).toBe(1);
});

test("an account gets another name, by which others find it in chat", async () => {
  const { sql } = at.database;
  const added = await jetwire("accounts", "add", "erna", "--json");
  const { id } = added.json() as { id: string };
  await jetwire("accounts", "add", "Taken.Name");
  const renamed = await jetwire("accounts", "rename", "ERNA", "Bobby-7", "--json");
  expect(renamed.json()).toMatchObject({ id, username: "Bobby-7" });
  expect(await db.accounts.findUsers(sql, crypto.randomUUID(), "bobby")).toEqual([
    { userId: id, username: "Bobby-7" },
  ]);
  expect(await db.accounts.findUsers(sql, crypto.randomUUID(), "erna")).toEqual([]);
  const refused = await jetwire("accounts", "rename", "bobby-7", "taken.name", "--json");
  expect(errorOf(refused).code).toBe("conflict");
  const audited = await jetwire("audit", "--action", "account.rename", "--json");
  expect(audited.json()).toHaveLength(1);
});

test("another's station is claimed only with --move", async () => {
  await jetwire("accounts", "add", "bob");
  await jetwire("accounts", "add", "carol");
  await db.stations.register(at.database.sql, {
    ident: "FREE",
    sourceType: null,
    simulated: false,
  });
  const claim = (name: string, ...more: string[]) =>
    jetwire("stations", "claim", "FREE", "--account", name, "--json", ...more);
  expect((await claim("bob")).json()).toMatchObject({ ident: "FREE" });
  const refused = await claim("carol");
  expect(refused.code).toBe(1);
  expect(errorOf(refused)).toEqual({
    code: "conflict",
    message: "Station FREE belongs to bob: move it",
  });
  expect((await claim("carol", "--move")).code).toBe(0);
});

test("R-16: a compromised key is reissued: the new one opens, of the same tier, label and end", async () => {
  await jetwire("accounts", "add", "frank");
  await jetwire("tiers", "set", "bronze", "--requests-per-minute", "600");
  const options = ["--tier", "bronze", "--label", "night job", "--expires", "90d"];
  const issued = await jetwire("keys", "issue", "--account", "frank", ...options, "--json");
  const old = issued.json() as { id: string; key: string };
  const reissued = (await jetwire("keys", "reissue", old.id, "--json")).json();
  expect(reissued).toMatchObject({ revoked: old.id });
  const next = reissued as { id: string; key: string };
  const { sql } = at.database;
  expect(await db.apiKeys.find(sql, hashApiKey(old.key))).toBeNull();
  const found = await db.apiKeys.find(sql, hashApiKey(next.key));
  expect(found).toMatchObject({ username: "frank", tier: "bronze", requestsPerMinute: 600 });
  const listed = await jetwire("keys", "list", "--account", "frank", "--json");
  const rows = listed.json() as { id: string; label: string; expiresAt: string }[];
  expect(rows.map(({ label }) => label)).toEqual(["night job", "night job"]);
  const lastsMs = Date.parse(rows[0]?.expiresAt ?? "") - Date.now();
  expect(Math.round(lastsMs / 86_400_000)).toBe(90);
  expect(new Set(rows.map(({ expiresAt }) => expiresAt)).size).toBe(1);
  const notified = await sql`select data->>'keyId' as id from notifications order by id`;
  expect(notified.map(({ id }) => id)).toEqual(expect.arrayContaining([old.id, next.id]));
  const again = await jetwire("keys", "reissue", old.id, "--json");
  expect(errorOf(again).code).toBe("not_found");
});

test("R-13: tiers are made, changed for the keys they have, and removed while they have none", async () => {
  await jetwire("accounts", "add", "grace");
  await jetwire("tiers", "set", "silver", "--requests-per-minute", "100");
  await jetwire("tiers", "set", "unused", "--requests-per-minute", "5");
  const issued = await jetwire("keys", "issue", "--account", "grace", "--tier", "silver", "--json");
  const { key } = issued.json() as { key: string };
  await jetwire("tiers", "set", "silver", "--requests-per-minute", "200");
  const found = await db.apiKeys.find(at.database.sql, hashApiKey(key));
  expect(found?.requestsPerMinute).toBe(200);
  const listed = (await jetwire("tiers", "list", "--json")).json();
  expect(listed).toEqual(
    expect.arrayContaining([{ name: "silver", requestsPerMinute: 200, keys: 1 }]),
  );
  expect(errorOf(await jetwire("tiers", "remove", "silver", "--json")).code).toBe("conflict");
  expect(errorOf(await jetwire("tiers", "remove", "feeder", "--json")).code).toBe("conflict");
  expect((await jetwire("tiers", "remove", "unused")).stdout).toBe("tier unused is removed\n");
});

test("R-15: a claim that waits is approved or rejected once, and its account is notified", async () => {
  const { sql } = at.database;
  const ids = [];
  for (const name of ["ivan", "judy"]) {
    const added = await jetwire("accounts", "add", name, "--json");
    ids.push((added.json() as { id: string }).id);
  }
  const reception = { ident: "CLAIMED", sourceType: null, simulated: false };
  const stationId = await db.stations.register(sql, reception);
  for (const accountId of ids) {
    await db.claims.request(sql, { stationId, accountId, note: "mine" });
  }
  const waiting = (await jetwire("claims", "list", "--json")).json() as { id: string }[];
  expect(waiting).toMatchObject([
    { claimant: { username: "ivan" }, rivals: ["judy"], station: { ident: "CLAIMED" } },
    { claimant: { username: "judy" }, rivals: ["ivan"] },
  ]);
  const [ivans, judys] = waiting.map(({ id }) => id);
  const approved = await jetwire("claims", "approve", ivans ?? "", "--json");
  expect(approved.json()).toMatchObject({ id: ivans, approved: true });
  const owned = await jetwire("claims", "approve", judys ?? "", "--json");
  expect(errorOf(owned).code).toBe("conflict");
  expect((await jetwire("claims", "reject", judys ?? "", "--json")).code).toBe(0);
  expect(errorOf(await jetwire("claims", "approve", ivans ?? "", "--json")).code).toBe("not_found");
  expect((await jetwire("stations", "list", "--account", "ivan")).stdout).toContain("CLAIMED");
  const notified = await sql`select title from notifications where user_id = any(${ids}::uuid[])
    order by id`;
  expect(notified.map(({ title }) => title)).toEqual([
    "Station claim approved",
    "Station claim rejected",
  ]);
});
