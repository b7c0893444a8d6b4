import { importVerifyKeys, makeSigningKey, verifyToken } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operated, startOperated } from "./operated.ts";

let at: Operated;

beforeAll(async () => {
  at = await startOperated();
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

const jetwire = (...args: string[]) => at.jetwire(...args);

test("R-22: a token verifies with the key that was made for it", async () => {
  await jetwire("accounts", "add", "dave");
  const first = await jetwire("tokens", "issue", "--account", "dave", "--json");
  const second = await jetwire("tokens", "issue", "--account", "dave", "--json", "--ttl", "60");
  const keys = await importVerifyKeys(await db.signingKeys.listForVerifying(at.database.sql));
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
  expect(revoked).toMatchObject({ userId });
  const { tokenId } = revoked as { tokenId: string };
  const { sql } = at.database;
  expect(await db.sessions.isActive(sql, { userId, tokenId })).toBe(false);
  expect(await db.sessions.isActive(sql, { userId, tokenId: "another" })).toBe(true);
  await jetwire("accounts", "ban", "ERIN");
  expect(await db.sessions.isActive(sql, { userId, tokenId: "another" })).toBe(false);
  await jetwire("accounts", "unban", "erin");
  expect(await db.sessions.isActive(sql, { userId, tokenId: "another" })).toBe(true);
});

test("R-22: the signing key is replaced with an overlap, or at once", async () => {
  await jetwire("accounts", "add", "heidi");
  const { sql } = at.database;
  const issue = async () => {
    const issued = await jetwire("tokens", "issue", "--account", "heidi", "--json");
    return (issued.json() as { token: string }).token;
  };
  const isValid = async (token: string) => {
    const keys = await importVerifyKeys(await db.signingKeys.listForVerifying(sql));
    return (await verifyToken(token, keys, Date.now())).valid;
  };
  const before = await issue();
  const rotated = (await jetwire("tokens", "rotate", "--json")).json() as { signsFrom: string };
  expect(Date.parse(rotated.signsFrom) - Date.now()).toBeGreaterThan(590_000);
  expect(await db.signingKeys.listForVerifying(sql)).toHaveLength(2);
  const meanwhile = await issue();
  expect(await isValid(before)).toBe(true);
  expect(await isValid(meanwhile)).toBe(true);
  const { kid } = (await jetwire("tokens", "rotate", "--now", "--json")).json() as {
    kid: string;
  };
  expect(await isValid(before)).toBe(false);
  expect((await db.signingKeys.listForVerifying(sql)).map((key) => key.kid)).toEqual([kid]);
  expect(await isValid(await issue())).toBe(true);
});

test("R-22: keys that are made one after another end no token, and each is kept until its last one has expired", async () => {
  await jetwire("accounts", "add", "ivan");
  const { sql } = at.database;
  const issued = await jetwire("tokens", "issue", "--account", "ivan", "--json", "--ttl", "86400");
  const { token } = issued.json() as { token: string };
  const published = async () => await db.signingKeys.listForVerifying(sql);
  const pass = async (time: string) =>
    await sql`update signing_keys set signs_from = signs_from - ${time}::interval, retired_at = retired_at - ${time}::interval`;
  const [signing] = await published();
  for (let made = 0; made < 3; made++) {
    expect((await jetwire("tokens", "rotate")).code).toBe(0);
    await pass("1 minute");
  }
  expect(await published()).toHaveLength(4);
  await pass("1 day");
  expect((await published()).map(({ kid }) => kid)).toContain(signing?.kid);
  const keys = await importVerifyKeys(await published());
  expect(await verifyToken(token, keys, Date.now())).toMatchObject({ valid: true });
  await pass("10 minutes");
  expect(await published()).toHaveLength(1);
});

test("a rotation encrypts keys that are stored in clear", async () => {
  const { sql } = at.database;
  await sql`alter table signing_keys drop constraint signing_keys_sealed`;
  await db.signingKeys.rotate(sql, await makeSigningKey(), { lead: 0, overlap: 900 });
  expect((await jetwire("tokens", "rotate")).code).toBe(0);
  const stored = await db.signingKeys.listAll(sql);
  expect(stored.filter((key) => "d" in key.privateJwk)).toEqual([]);
});
