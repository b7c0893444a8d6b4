import { createKeySeal, importVerifyKeys, issueToken, makeSigningKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { Jwks, type SessionGrant } from "@jetwire/protocol";
import { readConfig } from "@jetwire/runtime";
import { createTestDatabase, testSigningKeySecret } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RestConfig } from "../src/index.ts";
import {
  ask,
  openSession,
  type RestUnderTest,
  startReplica,
  startRest,
} from "./rest-under-test.ts";

let rest: RestUnderTest;

beforeAll(async () => {
  rest = await startRest({ REST_EXEMPT_ADDRESSES: "127.0.0.1" });
});

afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

describe("signing keys", () => {
  test("are published for everybody, with their public half only, and may be cached", async () => {
    await openSession(rest.url, rest.key);
    const response = await fetch(`${rest.url}/v1/auth/jwks`);
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    const text = await response.text();
    expect(Jwks.parse(JSON.parse(text)).keys.length).toBeGreaterThan(0);
    expect(text).not.toContain('"d"');
    const tag = response.headers.get("etag") ?? "";
    const again = await fetch(`${rest.url}/v1/auth/jwks`, { headers: { "if-none-match": tag } });
    expect(again.status).toBe(304);
  });

  test("are stored encrypted; one in clear, or of an earlier secret, is encrypted at the next start", async () => {
    await using at = await createTestDatabase();
    const { sql } = at.database;
    const earlier = "an earlier signing key secret of this test";
    const [clear, old] = [await makeSigningKey(), await makeSigningKey()];
    await sql`alter table signing_keys drop constraint signing_keys_sealed`;
    const now = { lead: 0, overlap: 900 };
    await db.signingKeys.rotate(sql, createKeySeal(earlier).seal(old), now);
    await db.signingKeys.rotate(sql, clear, now);
    await using started = await startReplica(at, { SIGNING_KEY_SECRET_PREVIOUS: earlier });
    const seal = createKeySeal(testSigningKeySecret);
    await expect
      .poll(async () => (await db.signingKeys.listAll(sql)).every((key) => seal.isSealed(key)))
      .toBe(true);
    const stored = JSON.stringify(await sql`select * from signing_keys`);
    expect(stored).not.toContain(String(clear.privateJwk["d"]));
    const session = await fetch(`${started.url}/v1/auth/sessions`, {
      method: "POST",
      headers: { origin: started.url },
    });
    const { token } = (await session.json()) as SessionGrant;
    const [verifying] = await importVerifyKeys([clear]);
    expect(JSON.parse(atob(token.split(".")[0] ?? ""))).toMatchObject({ kid: verifying?.kid });
  });

  test("of an unknown secret end the process with an error that says what to set", async () => {
    await using at = await createTestDatabase();
    const key = createKeySeal("a secret that nobody has kept any more").seal(
      await makeSigningKey(),
    );
    await db.signingKeys.rotate(at.database.sql, key, { lead: 0, overlap: 0 });
    const failed = Promise.withResolvers<unknown>();
    await using _ = await startReplica(at, {}, undefined, failed.resolve);
    expect(String(await failed.promise)).toContain("set SIGNING_KEY_SECRET_PREVIOUS");
  });

  test.each([{}, { SIGNING_KEY_SECRET: "short" }])(
    "need a secret of at least 32 characters: %j is refused",
    (environment) => {
      expect(() => readConfig(RestConfig, environment)).toThrow(/SIGNING_KEY_SECRET: .*openssl/);
    },
  );

  test("rotate without a gap: the new key is known before it signs, and the old one verifies on", async () => {
    await using turning = await startRest();
    const { sql } = turning.database.database;
    const openHere = async () => {
      const response = await ask(`${turning.url}/v1/auth/sessions`, turning.key, {
        method: "POST",
      });
      return (await response.json()) as SessionGrant;
    };
    const before = await openHere();
    const [old] = await db.signingKeys.list(sql);
    const next = await makeSigningKey();
    await db.signingKeys.rotate(sql, createKeySeal(testSigningKeySecret).seal(next), {
      lead: 600,
      overlap: 900,
    });
    expect((await db.signingKeys.list(sql)).map(({ kid }) => kid)).toEqual([old?.kid]);
    const published = await db.signingKeys.listForVerifying(sql);
    expect(new Set(published.map(({ kid }) => kid))).toEqual(new Set([old?.kid, next.kid]));
    // The lead is over: the new one signs.
    await sql`update signing_keys set signs_from = signs_from - interval '601 seconds'`;
    expect((await db.signingKeys.list(sql))[0]?.kid).toBe(next.kid);
    const user = { userId: turning.accountId, username: "alice", ttlSeconds: 60 };
    const after = await issueToken({ ...user, key: next, now: Date.now() });
    for (const token of [before.token, after]) {
      expect((await ask(`${turning.url}/v1/me`, token)).status).toBe(200);
    }
    // The overlap is over: what the old one signed has run out, and is no longer believed.
    await sql`update signing_keys set retired_at = now() where kid = ${old?.kid ?? ""}`;
    expect((await db.signingKeys.listForVerifying(sql)).map(({ kid }) => kid)).toEqual([next.kid]);
  });
});
