import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashApiKey, importVerifyKeys, verifyToken } from "@jetwire/auth";
import {
  findApiKey,
  listVerifyKeys,
  registerStation,
  requestClaim,
  sessionStands,
} from "@jetwire/db";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ran, runJetwire } from "./run-jetwire.ts";

let at: TestDatabase;

beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

async function jetwire(...args: string[]): Promise<Ran> {
  return await runJetwire(args, { env: { DATABASE_URL: at.url } });
}

function errorOf(ran: Ran): { code: string; message: string } {
  return (ran.json() as { error: { code: string; message: string } }).error;
}

describe("accounts, stations, keys", () => {
  test("R-15, R-16: from an account to a key that opens, and its revocation", async () => {
    const added = await jetwire("accounts", "add", "alice", "--json");
    const account = added.json() as { id: string };
    expect(account).toEqual({ id: expect.any(String), username: "alice" });
    const station = await jetwire("stations", "add", "AB1", "--account", "alice", "--json");
    expect(station.json()).toEqual({ id: expect.any(Number), ident: "AB1" });
    const issued = await jetwire("keys", "issue", "--account", "ALICE", "--json");
    const { id, key } = issued.json() as { id: string; key: string };
    const { sql } = at.database;
    expect(await findApiKey(sql, hashApiKey(key))).toMatchObject({ accountId: account.id });
    const listed = await jetwire("keys", "list", "--account", "alice");
    expect(listed.stdout).toContain(id);
    expect(listed.stdout).not.toContain(key);
    expect((await jetwire("keys", "revoke", id)).code).toBe(0);
    expect(await findApiKey(sql, hashApiKey(key))).toBeNull();
    expect((await jetwire("accounts", "list", "--json")).json()).toHaveLength(1);
    expect((await jetwire("stations", "list", "--account", "alice")).stdout).toContain("AB1");
  });

  test("A-22: an ended account's keys open nothing, and it is ended once", async () => {
    await jetwire("accounts", "add", "gone");
    const issued = await jetwire("keys", "issue", "--account", "gone", "--json");
    const { key } = issued.json() as { key: string };
    expect((await jetwire("accounts", "end", "GONE", "--json")).json()).toMatchObject({
      username: "gone",
      ended: true,
    });
    expect(await findApiKey(at.database.sql, hashApiKey(key))).toBeNull();
    const again = await jetwire("accounts", "end", "gone", "--json");
    expect(errorOf(again).code).toBe("not_found");
    expect(again.code).toBe(1);
  });

  test("another's station is claimed only with --move", async () => {
    await jetwire("accounts", "add", "bob");
    await jetwire("accounts", "add", "carol");
    await registerStation(at.database.sql, { ident: "FREE", sourceType: null, simulated: false });
    const claim = (name: string, ...more: string[]) =>
      jetwire("stations", "claim", "FREE", "--account", name, "--json", ...more);
    expect((await claim("bob")).json()).toMatchObject({ ident: "FREE" });
    const refused = await claim("carol");
    expect(refused.code).toBe(1);
    expect(errorOf(refused)).toEqual({
      code: "conflict",
      message: "station FREE is bob's: add --move to take it away",
    });
    expect((await claim("carol", "--move")).code).toBe(0);
  });

  test("R-22: a token verifies with the key that was made for it", async () => {
    await jetwire("accounts", "add", "dave");
    const first = await jetwire("tokens", "issue", "--account", "dave", "--json");
    const second = await jetwire("tokens", "issue", "--account", "dave", "--json", "--ttl", "60");
    const keys = await importVerifyKeys(await listVerifyKeys(at.database.sql));
    expect(keys).toHaveLength(1);
    for (const issued of [first, second]) {
      const { token, userId } = issued.json() as { token: string; userId: string };
      expect(await verifyToken(token, keys, Date.now())).toMatchObject({ valid: true, userId });
    }
  });

  test("A-22: a revoked token and a banned user open no session, a user let in again does", async () => {
    const added = await jetwire("accounts", "add", "erin", "--json");
    const { id: userId } = added.json() as { id: string };
    const issued = await jetwire("tokens", "issue", "--account", "erin", "--json");
    const { token } = issued.json() as { token: string };
    const revoked = (await jetwire("tokens", "revoke", token, "--json")).json();
    expect(revoked).toMatchObject({ userId, revoked: true });
    const { tokenId } = revoked as { tokenId: string };
    const { sql } = at.database;
    expect(await sessionStands(sql, { userId, tokenId })).toBe(false);
    expect(await sessionStands(sql, { userId, tokenId: "another" })).toBe(true);
    await jetwire("accounts", "ban", "ERIN");
    expect(await sessionStands(sql, { userId, tokenId: "another" })).toBe(false);
    await jetwire("accounts", "unban", "erin");
    expect(await sessionStands(sql, { userId, tokenId: "another" })).toBe(true);
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
    expect(await findApiKey(sql, hashApiKey(old.key))).toBeNull();
    const found = await findApiKey(sql, hashApiKey(next.key));
    expect(found).toMatchObject({ username: "frank", tier: "bronze", requestsPerMinute: 600 });
    const listed = await jetwire("keys", "list", "--account", "frank", "--json");
    const rows = listed.json() as { id: string; label: string; expiresAt: string }[];
    expect(rows.map(({ label }) => label)).toEqual(["night job", "night job"]);
    const lastsMs = Date.parse(rows[0]?.expiresAt ?? "") - Date.now();
    expect(Math.round(lastsMs / 86_400_000)).toBe(90);
    expect(new Set(rows.map(({ expiresAt }) => expiresAt)).size).toBe(1);
    const told = await sql`select data->>'keyId' as id from notifications order by id`;
    expect(told.map(({ id }) => id)).toEqual(expect.arrayContaining([old.id, next.id]));
    const again = await jetwire("keys", "reissue", old.id, "--json");
    expect(errorOf(again).code).toBe("not_found");
  });

  test("R-13: tiers are made, changed for the keys they have, and removed while they have none", async () => {
    await jetwire("accounts", "add", "grace");
    await jetwire("tiers", "set", "silver", "--requests-per-minute", "100");
    await jetwire("tiers", "set", "unused", "--requests-per-minute", "5");
    const issued = await jetwire(
      "keys",
      "issue",
      "--account",
      "grace",
      "--tier",
      "silver",
      "--json",
    );
    const { key } = issued.json() as { key: string };
    await jetwire("tiers", "set", "silver", "--requests-per-minute", "200");
    const found = await findApiKey(at.database.sql, hashApiKey(key));
    expect(found?.requestsPerMinute).toBe(200);
    const listed = (await jetwire("tiers", "list", "--json")).json();
    expect(listed).toEqual(
      expect.arrayContaining([{ name: "silver", requestsPerMinute: 200, keys: 1 }]),
    );
    expect(errorOf(await jetwire("tiers", "remove", "silver", "--json")).code).toBe("conflict");
    expect(errorOf(await jetwire("tiers", "remove", "feeder", "--json")).code).toBe("conflict");
    expect((await jetwire("tiers", "remove", "unused", "--json")).json()).toMatchObject({
      removed: true,
    });
  });

  test("R-22: the signing key is replaced with an overlap, or at once", async () => {
    await jetwire("accounts", "add", "heidi");
    const { sql } = at.database;
    const issue = async () => {
      const issued = await jetwire("tokens", "issue", "--account", "heidi", "--json");
      return (issued.json() as { token: string }).token;
    };
    const isValid = async (token: string) => {
      const keys = await importVerifyKeys(await listVerifyKeys(sql));
      return (await verifyToken(token, keys, Date.now())).valid;
    };
    const before = await issue();
    const rotated = (await jetwire("tokens", "rotate", "--json")).json() as { signsFrom: string };
    expect(Date.parse(rotated.signsFrom) - Date.now()).toBeGreaterThan(590_000);
    expect(await listVerifyKeys(sql)).toHaveLength(2);
    const meanwhile = await issue();
    expect(await isValid(before)).toBe(true);
    expect(await isValid(meanwhile)).toBe(true);
    const { kid } = (await jetwire("tokens", "rotate", "--now", "--json")).json() as {
      kid: string;
    };
    expect(await isValid(before)).toBe(false);
    expect((await listVerifyKeys(sql)).map((key) => key.kid)).toEqual([kid]);
    expect(await isValid(await issue())).toBe(true);
  });

  test("R-15: a claim that waits is approved or rejected once, and its account told", async () => {
    const { sql } = at.database;
    const ids = [];
    for (const name of ["ivan", "judy"]) {
      const added = await jetwire("accounts", "add", name, "--json");
      ids.push((added.json() as { id: string }).id);
    }
    const heard = { ident: "CLAIMED", sourceType: null, simulated: false };
    const stationId = await registerStation(sql, heard);
    for (const accountId of ids) {
      await requestClaim(sql, { stationId, accountId, note: "mine" });
    }
    const waiting = (await jetwire("claims", "list", "--json")).json() as { id: string }[];
    expect(waiting).toMatchObject([
      { username: "ivan", rivals: 1, station: { ident: "CLAIMED" } },
      { username: "judy", rivals: 1 },
    ]);
    const [ivans, judys] = waiting.map(({ id }) => id);
    const approved = await jetwire("claims", "approve", ivans ?? "", "--json");
    expect(approved.json()).toMatchObject({ ident: "CLAIMED", username: "ivan", approved: true });
    const owned = await jetwire("claims", "approve", judys ?? "", "--json");
    expect(errorOf(owned).code).toBe("conflict");
    expect((await jetwire("claims", "reject", judys ?? "", "--json")).code).toBe(0);
    expect(errorOf(await jetwire("claims", "approve", ivans ?? "", "--json")).code).toBe(
      "not_found",
    );
    expect((await jetwire("stations", "list", "--account", "ivan")).stdout).toContain("CLAIMED");
    const told = await sql`select title from notifications where user_id = any(${ids}::uuid[])
      order by id`;
    expect(told.map(({ title }) => title)).toEqual([
      "Station claim approved",
      "Station claim rejected",
    ]);
  });

  test.each([
    [["keys", "issue", "--account", "alice", "--expires", "soon"], "usage", 2],
    [["keys", "issue", "--account", "alice", "--expires", "0d"], "usage", 2],
    [["keys", "issue", "--account", "alice", "--label", " "], "usage", 2],
    [["keys", "reissue", "1"], "not_found", 1],
    [["tiers", "set", "Gold!", "--requests-per-minute", "1"], "usage", 2],
    [["tiers", "set", "gold", "--requests-per-minute", "0"], "usage", 2],
    [["tiers", "remove", "none"], "not_found", 1],
    [["claims", "approve", "1"], "not_found", 1],
    [["accounts", "ban", "nobody"], "not_found", 1],
    [["tokens", "revoke", "a.b.c"], "not_found", 1],
    [["accounts", "add", "alice"], "conflict", 1],
    [["accounts", "add", "no spaces"], "usage", 2],
    [["accounts", "add"], "usage", 2],
    [["stations", "add", "AB1", "--account", "alice"], "conflict", 1],
    [["stations", "add", "X", "--account", "nobody"], "not_found", 1],
    [["stations", "add", "X"], "usage", 2],
    [["stations", "claim", "NONE", "--account", "alice"], "not_found", 1],
    [["keys", "issue", "--account", "alice", "--tier", "gold"], "not_found", 1],
    [["keys", "revoke", "1"], "not_found", 1],
    [["keys", "revoke", "00000000-0000-0000-0000-000000000000"], "not_found", 1],
    [["tokens", "issue", "--account", "alice", "--ttl", "soon"], "usage", 2],
    [["tokens", "issue", "--account", "alice", "--ttl", "100000"], "usage", 2],
    [["feed", "none.ndjson", "--to", "udp://127.0.0.1:5550"], "not_found", 1],
    [["feed", "-", "--to", "ftp://x"], "usage", 2],
    [["nonsense"], "usage", 2],
    [["accounts", "list", "--nonsense"], "usage", 2],
    [[], "usage", 2],
  ])("%j is refused as %s, in one JSON document", async (args, code, exitCode) => {
    const ran = await jetwire(...args, "--json");
    expect(errorOf(ran)).toEqual({ code, message: expect.stringMatching(/./) });
    expect(ran.code).toBe(exitCode);
    expect(ran.stderr).toBe("");
  });

  test("without --json a refusal is one line on standard error", async () => {
    const ran = await jetwire("accounts", "add", "alice");
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr).toBe("jetwire: there is an account alice already\n");
  });

  test("every command teaches by an example", async () => {
    for (const command of [
      "",
      "migrate",
      "accounts add",
      "stations add",
      "stations list",
      "stations claim",
      "stations set",
      "stations hide",
      "stations show",
      "import airframes",
      "import airlines",
      "import stations",
      "keys issue",
      "keys reissue",
      "tiers list",
      "tiers set",
      "tiers remove",
      "tokens rotate",
      "claims list",
      "claims approve",
      "claims reject",
      "keys revoke",
      "keys list",
      "accounts ban",
      "accounts unban",
      "tokens issue",
      "tokens revoke",
      "feed",
      "doctor",
    ]) {
      const { code, stdout } = await jetwire(...command.split(" ").filter(Boolean), "--help");
      expect(code).toBe(0);
      expect(stdout).toMatch(/Examples?:\n {2}.*jetwire /);
    }
  });
});

describe("where the servers are", () => {
  test("--data names the running instance, else .data, else the environment", async () => {
    const folder = await mkdtemp(join(tmpdir(), "jetwire-cli-"));
    const ready = { redis: at.redisUrl, postgres: at.url, services: [] };
    await writeFile(join(folder, "ready.json"), JSON.stringify({ ...ready, rest: "http://x" }));
    const listed = await runJetwire(["accounts", "list", "--data", folder, "--json"]);
    expect(listed.code).toBe(0);
    await rm(folder, { recursive: true });
    const gone = await runJetwire(["accounts", "list", "--data", folder, "--json"]);
    expect(errorOf(gone).code).toBe("no_servers");
    expect(errorOf(await runJetwire(["accounts", "list", "--json"])).code).toBe("no_servers");
  });

  test("a database that isn't there or has no tables is said plainly", async () => {
    const away = { DATABASE_URL: "postgres://x@127.0.0.1:1/x" };
    const refused = await runJetwire(["accounts", "list", "--json"], { env: away });
    expect(errorOf(refused).code).toBe("unavailable");
    await using empty = await createTestDatabase();
    await empty.database.sql.unsafe("drop schema public cascade");
    await empty.database.sql.unsafe("create schema public");
    const env = { DATABASE_URL: empty.url };
    expect(errorOf(await runJetwire(["accounts", "list", "--json"], { env })).code).toBe(
      "not_migrated",
    );
    const migrated = await runJetwire(["migrate", "--json"], { env });
    expect(migrated.json()).toMatchObject({ applied: expect.arrayContaining(["0001-first"]) });
    expect((await runJetwire(["accounts", "list"], { env })).stdout).toBe("no accounts\n");
  });
});
