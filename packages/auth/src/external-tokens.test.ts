import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createExternalTokens } from "./external-tokens.ts";
import type { TokenCheck } from "./token.ts";

const issuer = "https://login.example";
const audience = "jetwire";
const subject = "24400320";
const alice = { userId: "u1", username: "alice" };

interface Pair {
  readonly kid: string;
  readonly alg: "EdDSA" | "ES256" | "RS256";
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function makePair(kid: string, alg: Pair["alg"], bits = 2_048): Pair {
  const made = {
    EdDSA: () => generateKeyPairSync("ed25519"),
    ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
    RS256: () => generateKeyPairSync("rsa", { modulusLength: bits }),
  }[alg]();
  return { kid, alg, ...made };
}

/** An issuer's key server, as it may be. */
interface KeyServer extends AsyncDisposable {
  readonly url: string;
  requests: number;
  answer: (response: ServerResponse) => void;
}

async function startKeyServer(): Promise<KeyServer> {
  const server = createServer((_request, response) => {
    state.requests++;
    state.answer(response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const state = {
    url: `http://127.0.0.1:${port}/keys`,
    requests: 0,
    answer: (response: ServerResponse) => void response.writeHead(500).end(),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  return state;
}

async function publish(server: KeyServer, pairs: readonly Pair[]): Promise<void> {
  const keys = await Promise.all(
    pairs.map(async ({ kid, alg, publicKey }) => ({
      ...(await exportJWK(publicKey)),
      kid,
      alg,
      use: "sig",
    })),
  );
  server.answer = (response) => void response.end(JSON.stringify({ keys }));
}

let server: KeyServer;
let nowMs: number;
let check: (token: unknown) => Promise<TokenCheck | null>;
const pair = makePair("k1", "EdDSA");

beforeEach(async () => {
  nowMs = Date.now();
  server = await startKeyServer();
  await publish(server, [pair]);
  check = checker();
});
afterEach(async () => {
  vi.useRealTimers();
  await server[Symbol.asyncDispose]();
});

function checker(more: { typ?: string } = {}) {
  return createExternalTokens({
    issuers: [
      { issuer, audience, jwksUrl: server.url, ...more },
      // Its key server is no use to anybody, which must not matter to the first.
      { issuer: "https://other.example", audience, jwksUrl: `${server.url}/none` },
    ],
    findAccount: async (of) => (of.issuer === issuer && of.subject === subject ? alice : null),
    now: () => nowMs,
  });
}

interface Parts {
  readonly by: Pair;
  readonly header: object;
  readonly claims: object;
}

function parts(by = pair): Parts {
  return {
    by,
    header: { alg: by.alg, kid: by.kid },
    claims: { iss: issuer, aud: audience, sub: subject, iat: seconds(), exp: seconds() + 900 },
  };
}

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function encode({ by, header, claims }: Parts, signed = signature): string {
  const input = `${base64url(header)}.${base64url(claims)}`;
  return `${input}.${signed(input, by).toString("base64url")}`;
}

function signature(input: string, { alg, privateKey }: Pair): Buffer {
  const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
  return sign(alg === "EdDSA" ? null : "sha256", Buffer.from(input), key);
}

test.each(["EdDSA", "ES256", "RS256"] as const)(
  "a token of an issuer's %s key is its linked account's",
  async (alg) => {
    const by = makePair("k2", alg);
    await publish(server, [pair, by]);
    expect(await check(encode(parts(by)))).toEqual({
      valid: true,
      ...alice,
      tokenId: expect.stringMatching(/^external:[\w-]{43}$/),
      expiresAtMs: (seconds() + 900) * 1_000,
    });
  },
);

test("several audiences may be named; who isn't linked has no account here", async () => {
  const good = parts();
  const several = { ...good, claims: { ...good.claims, aud: ["other", audience] } };
  expect(await check(encode(several))).toMatchObject({ valid: true });
  const stranger = { ...good, claims: { ...good.claims, sub: "nobody" } };
  expect(await check(encode(stranger))).toEqual({ valid: false });
});

test("what names no issuer of these is for others to say", async () => {
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
  const claimFaults: [string, () => object][] = [
    ["another audience", () => ({ aud: "other" })],
    ["no audience", () => ({ aud: undefined })],
    ["no end", () => ({ exp: undefined })],
    ["an end that is a text", () => ({ exp: String(seconds() + 900) })],
    ["a life of a hundred years", () => ({ exp: seconds() + 3_153_600_000 })],
    ["a validity that begins in the future", () => ({ nbf: seconds() + 600 })],
    ["no subject", () => ({ sub: undefined })],
    ["an empty subject", () => ({ sub: "" })],
    ["a subject that is an object", () => ({ sub: { id: subject } })],
    ["a subject that is a number", () => ({ sub: Number(subject) })],
    ["a subject of a kilobyte", () => ({ sub: subject.repeat(128) })],
  ];
  test.each(claimFaults)("%s", async (_what, fault) => {
    const good = parts();
    expect(await check(encode({ ...good, claims: { ...good.claims, ...fault() } }))).toEqual({
      valid: false,
    });
  });

  test("a past end, of which it is told", async () => {
    const good = parts();
    const over = { ...good, claims: { ...good.claims, exp: seconds() - 6 } };
    expect(await check(encode(over))).toEqual({ valid: false, expired: true });
  });

  const headerFaults: [string, object][] = [
    ["no algorithm", { alg: "none" }],
    ["HMAC", { alg: "HS256" }],
    ["an algorithm of another kind of key", { alg: "RS256" }],
    ["an algorithm that isn't offered", { alg: "ES384" }],
    ["a key nobody has published", { kid: "k9" }],
    ["a path as key name", { kid: "../../../dev/null" }],
    ["a critical extension nobody knows", { crit: ["exotic"], exotic: 1 }],
  ];
  test.each(headerFaults)("%s in the header", async (_what, fault) => {
    const good = parts();
    expect(await check(encode({ ...good, header: { ...good.header, ...fault } }))).toEqual({
      valid: false,
    });
  });

  test("signed by a stranger, also with the key or its address brought along", async () => {
    const stranger = makePair("k1", "EdDSA");
    await using theirs = await startKeyServer();
    await publish(theirs, [stranger]);
    const jwk = await exportJWK(stranger.publicKey);
    for (const more of [{}, { jwk }, { jku: theirs.url }, { x5u: theirs.url }]) {
      const good = parts(stranger);
      const token = encode({ ...good, header: { ...good.header, ...more } });
      expect(await check(token)).toEqual({ valid: false });
    }
    expect(theirs.requests).toBe(0);
  });

  test("signed by HMAC with a published key as the secret", async () => {
    const by = makePair("k3", "RS256");
    await publish(server, [by]);
    const good = parts(by);
    const header = { alg: "HS256", kid: by.kid };
    const secrets = [
      by.publicKey.export({ type: "spki", format: "pem" }),
      by.publicKey.export({ type: "spki", format: "der" }),
      JSON.stringify(await exportJWK(by.publicKey)),
    ];
    for (const secret of secrets) {
      const token = encode({ ...good, header }, (input) =>
        createHmac("sha256", secret).update(input).digest(),
      );
      expect(await check(token)).toEqual({ valid: false });
    }
  });

  test("signed by an RSA key of 1,024 bits, though it is published", async () => {
    const weak = makePair("weak", "RS256", 1_024);
    await publish(server, [weak]);
    expect(await check(encode(parts(weak)))).toEqual({ valid: false });
  });

  test("changed, or without its signature", async () => {
    const [header, , signed] = encode(parts()).split(".");
    const claims = base64url({ ...parts().claims, sub: "25" });
    expect(await check(`${header}.${claims}.${signed}`)).toEqual({ valid: false });
    expect(await check(`${header}.${base64url(parts().claims)}.`)).toEqual({ valid: false });
  });

  test("of another type, where the issuer sets one", async () => {
    check = checker({ typ: "at+jwt" });
    const good = parts();
    expect(await check(encode(good))).toEqual({ valid: false });
    const typed = { ...good, header: { ...good.header, typ: "at+jwt" } };
    expect(await check(encode(typed))).toMatchObject({ valid: true });
  });
});

describe("the key server", () => {
  test("is asked once for many tokens, and not for every name that nobody knows", async () => {
    const tokens = Array.from({ length: 50 }, () => encode(parts()));
    const checks = await Promise.all(tokens.map((token) => check(token)));
    expect(checks.every((one) => one?.valid)).toBe(true);
    for (let n = 0; n < 20; n++) {
      const good = parts();
      await check(encode({ ...good, header: { ...good.header, kid: `k${n + 10}` } }));
    }
    expect(server.requests).toBe(1);
  });

  test("down: keys that are known go on; without any, nobody can say, and others aren't held up", async () => {
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
    await publish(server, [pair]);
    nowMs += 5_001;
    expect(await check(encode(parts()))).toMatchObject({ valid: true });
  });

  test("hanging: given up after three seconds, once for all who wait", async () => {
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
  ])("answering %s is as good as none", async (_what, answer) => {
    server.answer = answer;
    await expect(check(encode(parts()))).rejects.toThrow("could not be fetched");
    expect(server.requests).toBe(1);
  });

  test("with a new key: a token signed with it has it fetched, but twice a minute at most", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: nowMs });
    const next = makePair("k2", "ES256");
    expect(await check(encode(parts()))).toMatchObject({ valid: true });
    await publish(server, [pair, next]);
    expect(await check(encode(parts(next)))).toEqual({ valid: false });
    vi.setSystemTime(nowMs + 30_001);
    expect(await check(encode(parts(next)))).toMatchObject({ valid: true });
    expect(await check(encode(parts()))).toMatchObject({ valid: true });
    expect(server.requests).toBe(2);
  });

  test("without a key any more: it holds no longer once the keys are fetched anew, in nobody's way", async () => {
    const next = makePair("k2", "ES256");
    await publish(server, [pair, next]);
    const good = parts();
    const token = encode({
      ...good,
      claims: { ...good.claims, exp: seconds() + 3_000 },
    });
    expect(await check(token)).toMatchObject({ valid: true });
    await publish(server, [next]);
    nowMs += 600_001;
    expect(await check(token)).toMatchObject({ valid: true });
    await expect.poll(() => check(token)).toEqual({ valid: false });
    expect(await check(encode(parts(next)))).toMatchObject({ valid: true });
  });

  test("down for longer than an hour: its keys hold no more, for that issuer alone", async () => {
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
