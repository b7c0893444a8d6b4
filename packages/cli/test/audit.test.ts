import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorOf, type Ran, runJetwire } from "./run-jetwire.ts";

let at: TestDatabase;

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

async function jetwire(...args: string[]): Promise<Ran> {
  return await runJetwire(args, { env: { DATABASE_URL: at.url, REDIS_URL: at.redisUrl } });
}

test("an erasure needs --yes, and is listed by jetwire audit without a name", async () => {
  await jetwire("accounts", "add", "alice");
  await jetwire("stations", "add", "AB-ERASE", "--account", "alice");
  for (const command of [
    ["stations", "erase", "AB-ERASE"],
    ["accounts", "erase", "alice"],
  ]) {
    expect(errorOf(await jetwire(...command, "--json")).message).toContain("--yes");
    const erased = await jetwire(...command, "--yes", "--json");
    expect([erased.code, erased.stderr]).toEqual([0, ""]);
    const again = await jetwire(...command, "--yes", "--json");
    expect(errorOf(again).code).toBe("not_found");
  }
  const listed = await jetwire("audit", "--json");
  const rows = listed.json() as { action: string; actorKind: string }[];
  expect(rows.map(({ action }) => action)).toEqual([
    "account.erase",
    "station.erase",
    "account.add",
  ]);
  expect(new Set(rows.map(({ actorKind }) => actorKind))).toEqual(new Set(["operator"]));
  expect(listed.stdout).not.toMatch(/alice|AB-ERASE/);
});

test("jetwire audit pages by number, and names a wrong option", async () => {
  await jetwire("accounts", "add", "bob");
  await jetwire("accounts", "end", "bob");
  const first = await jetwire("audit", "--limit", "1");
  const before = /--before (\d+)/.exec(first.stdout)?.[1] ?? "";
  const next = (await jetwire("audit", "--limit", "1", "--before", before, "--json")).json();
  expect(next).toMatchObject([{ action: "account.add", objectKind: "account" }]);
  const wrong = await jetwire("audit", "--object", "Not A Kind", "--since", "today", "--json");
  expect(wrong.code).toBe(2);
  expect(errorOf(wrong).message).toMatch(/object.*since/s);
});

test("what operators do about accounts, keys, tiers and eligibility is recorded, without the keys", async () => {
  await jetwire("accounts", "add", "carol");
  const issued = await jetwire("keys", "issue", "--account", "carol", "--json");
  const { id, key } = issued.json() as { id: string; key: string };
  const identity = ["--issuer", "https://login.example", "--subject", "77"];
  const reissued = await jetwire("keys", "reissue", id, "--json");
  const next = reissued.json() as { id: string; key: string };
  for (const command of [
    ["keys", "revoke", next.id],
    ["accounts", "ban", "carol"],
    ["accounts", "unban", "carol"],
    ["accounts", "link", "carol", ...identity],
    ["accounts", "unlink", "carol", ...identity],
    ["tiers", "set", "gold", "--requests-per-minute", "9"],
    ["tiers", "remove", "gold"],
  ]) {
    expect([command, (await jetwire(...command)).code]).toEqual([command, 0]);
  }
  const listed = await jetwire("audit", "--limit", "10", "--json");
  const rows = listed.json() as { action: string; actorKind: string }[];
  expect(rows.map(({ action }) => action).toReversed()).toEqual([
    "account.add",
    "key.issue",
    "key.reissue",
    "key.revoke",
    "account.ban",
    "account.unban",
    "identity.link",
    "identity.unlink",
    "tier.set",
    "tier.remove",
  ]);
  expect(rows.every(({ actorKind }) => actorKind === "operator")).toBe(true);
  for (const secret of [key, next.key]) expect(listed.stdout).not.toContain(secret);
  const about = await jetwire("audit", "--object", "account:carol", "--json");
  expect(about.json()).toHaveLength(5);
});
