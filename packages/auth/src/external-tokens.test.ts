import type { ServerResponse } from "node:http";
import {
  encodeToken as encode,
  faultyTokens,
  type KeyServer,
  makeIssuerKey,
  otherIssuer,
  startKeyServer,
  unsignedToken,
} from "@jetwire/testbed";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createExternalTokens } from "./external-tokens.ts";
import type { TokenCheck } from "./token.ts";

const { issuer, audience, subject } = otherIssuer;
const alice = { userId: "u1", username: "alice" };

let server: KeyServer;
let nowMs: number;
let check: (token: unknown) => Promise<TokenCheck | null>;
const pair = makeIssuerKey("k1", "EdDSA");

beforeEach(async () => {
  nowMs = Date.now();
  server = await startKeyServer();
  server.publish([pair]);
  check = checker();
});
afterEach(async () => {
  vi.useRealTimers();
  await server[Symbol.asyncDispose]();
});

function checker(more: { typ?: string } = {}) {
  const issuers = [
    { issuer, audience, jwksUrl: server.url, ...more },
    // The keys of this issuer cannot be fetched, which must not affect the first.
    { issuer: "https://other.example", audience, jwksUrl: `${server.url}/none` },
  ];
  return createExternalTokens(
    issuers,
    async (of) => (of.issuer === issuer && of.subject === subject ? alice : null),
    () => nowMs,
  );
}

function parts(by = pair) {
  return unsignedToken(by, nowMs);
}

test.each(["EdDSA", "ES256", "RS256"] as const)(
  "a token with an issuer's %s key is accepted for its linked account",
  async (alg) => {
    const by = makeIssuerKey("k2", alg);
    server.publish([pair, by]);
    expect(await check(encode(parts(by)))).toEqual({
      valid: true,
      ...alice,
      tokenId: expect.stringMatching(/^external:[\w-]{43}$/),
      expiresAtMs: (seconds() + 900) * 1_000,
    });
  },
);

test("a token may name several audiences; a subject without a link has no account", async () => {
  const good = parts();
  const several = { ...good, claims: { ...good.claims, aud: ["other", audience] } };
  expect(await check(encode(several))).toMatchObject({ valid: true });
  const stranger = { ...good, claims: { ...good.claims, sub: "nobody" } };
  expect(await check(encode(stranger))).toEqual({ valid: false });
});

test("a token of another issuer is left to other checkers", async () => {
  const good = parts();
  for (const iss of ["jetwire", `${issuer}/`, issuer.toUpperCase(), undefined, 7, [issuer]]) {
    expect(await check(encode({ ...good, claims: { ...good.claims, iss } }))).toBeNull();
  }
  for (const garbage of ["", "a.b.c", 7, null, undefined, {}, "x".repeat(1_048_576)]) {
    expect(await check(garbage)).toBeNull();
  }
  expect(server.requests).toBe(0);
});

function seconds(): number {
  return Math.floor(nowMs / 1_000);
}

describe("A-21: a token with one fault is refused", () => {
  test.each(["EdDSA", "ES256", "RS256"] as const)("of an %s key", async (alg) => {
    const by = makeIssuerKey("k2", alg);
    server.publish([pair, by]);
    await using elsewhere = await startKeyServer();
    expect(await check(encode(parts(by)))).toMatchObject({ valid: true });
    for (const { fault, token } of faultyTokens(parts(by), nowMs, elsewhere.url)) {
      expect([fault, await check(token)]).toEqual([fault, { valid: false }]);
    }
    expect(elsewhere.requests).toBe(0);
  });

  test("that has expired, which the check reports", async () => {
    const good = parts();
    const over = { ...good, claims: { ...good.claims, exp: seconds() - 6 } };
    expect(await check(encode(over))).toEqual({ valid: false, expired: true });
  });

  test("signed by a published RSA key of 1,024 bits", async () => {
    const weak = makeIssuerKey("weak", "RS256", 1_024);
    server.publish([weak]);
    expect(await check(encode(parts(weak)))).toEqual({ valid: false });
  });

  test("of another type, if the issuer sets one", async () => {
    check = checker({ typ: "at+jwt" });
    const good = parts();
    expect(await check(encode(good))).toEqual({ valid: false });
    const typed = { ...good, header: { ...good.header, typ: "at+jwt" } };
    expect(await check(encode(typed))).toMatchObject({ valid: true });
  });
});

describe("the key server", () => {
  test("is asked once for many tokens, and not for every unknown key id", async () => {
    const tokens = Array.from({ length: 50 }, () => encode(parts()));
    const checks = await Promise.all(tokens.map((token) => check(token)));
    expect(checks.every((one) => one?.valid)).toBe(true);
    for (let n = 0; n < 20; n++) {
      const good = parts();
      await check(encode({ ...good, header: { ...good.header, kid: `k${n + 10}` } }));
    }
    expect(server.requests).toBe(1);
  });

  test("down: known keys remain in use; without any, checks fail at once", async () => {
    expect(await check(encode(parts()))).toMatchObject({ valid: true });
    server.answer = (response) => void response.destroy();
    expect(await check(encode(parts()))).toMatchObject({ valid: true });
    check = checker();
    await expect(check(encode(parts()))).rejects.toThrow("could not be fetched");
    const asked = server.requests;
    // Nor is it asked again for each token.
    await expect(check(encode(parts()))).rejects.toThrow("could not be fetched");
    expect(server.requests).toBe(asked);
    // It is back, and the pause after a failure is over.
    server.publish([pair]);
    nowMs += 5_001;
    expect(await check(encode(parts()))).toMatchObject({ valid: true });
  });

  test("hanging: the fetch fails after three seconds, once for all who wait", async () => {
    server.answer = () => {};
    const startMs = performance.now();
    const waiting = Array.from({ length: 10 }, () => check(encode(parts())));
    for (const one of waiting) await expect(one).rejects.toThrow("could not be fetched");
    expect(performance.now() - startMs).toBeLessThan(4_000);
    expect(server.requests).toBe(1);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["with a redirect", (response) => response.writeHead(302, { location: "/x" }).end()],
    ["with much", (response) => response.end(JSON.stringify({ keys: [], x: "x".repeat(70_000) }))],
    ["without end", endless],
    ["with no JSON", (response) => response.end("<html>")],
    ["with no key set", (response) => response.end('{"keys":7}')],
    ["with an error", (response) => response.writeHead(503).end()],
  ])("answering %s is treated as unavailable", async (_what, answer) => {
    server.answer = answer;
    await expect(check(encode(parts()))).rejects.toThrow("could not be fetched");
    expect(server.requests).toBe(1);
  });

  test("with a new key: a token signed with it causes a fetch, at most twice a minute", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
    const next = makeIssuerKey("k2", "ES256");
    expect(await check(encode(parts()))).toMatchObject({ valid: true });
    server.publish([pair, next]);
    expect(await check(encode(parts(next)))).toEqual({ valid: false });
    vi.setSystemTime(nowMs + 30_001);
    expect(await check(encode(parts(next)))).toMatchObject({ valid: true });
    expect(await check(encode(parts()))).toMatchObject({ valid: true });
    expect(server.requests).toBe(2);
  });

  test("without a former key: it is refused after the next fetch, which runs in the background", async () => {
    const next = makeIssuerKey("k2", "ES256");
    server.publish([pair, next]);
    const good = parts();
    const token = encode({
      ...good,
      claims: { ...good.claims, exp: seconds() + 3_000 },
    });
    expect(await check(token)).toMatchObject({ valid: true });
    server.publish([next]);
    nowMs += 600_001;
    expect(await check(token)).toMatchObject({ valid: true });
    await expect.poll(() => check(token)).toEqual({ valid: false });
    expect(await check(encode(parts(next)))).toMatchObject({ valid: true });
  });

  test("down for longer than an hour: its keys expire, and those of other issuers do not", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
    const own = encode(parts());
    expect(await check(own)).toMatchObject({ valid: true });
    server.answer = (response) => void response.destroy();
    nowMs += 3_600_001;
    vi.setSystemTime(nowMs);
    await expect(check(encode(parts()))).rejects.toThrow("could not be fetched");
    const good = parts();
    const others = encode({ ...good, claims: { ...good.claims, iss: "jetwire" } });
    expect(await check(others)).toBeNull();
  });
});

/** Goes on for as long as it is listened to. */
function endless(response: ServerResponse): void {
  while (!response.destroyed && response.write("x".repeat(10_000)));
  response.once("drain", () => endless(response));
}
