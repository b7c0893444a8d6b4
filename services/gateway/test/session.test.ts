import { createHmac, createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import * as db from "@jetwire/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRig, type Rig, type TestGateway } from "./rig.ts";
import { ask, createUsers, payloads, tokenIdOf, type Users } from "./signed-in.ts";

let rig: Rig;
let users: Users;
let first: TestGateway;
let second: TestGateway;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
  [first, second] = rig.gateways;
});
afterAll(() => rig[Symbol.asyncDispose]());

test("R-22, R-40: a valid token in auth or query is answered with the user, then with who is online", async () => {
  const user = await users.add();
  for (const source of ["auth", "query"] as const) {
    const client = rig.connect(first, { [source]: { token: await user.token() } });
    const [snapshot, ...more] = await client.next("presence:snapshot");
    expect(more).toEqual([]);
    expect(Object.keys(snapshot as object)).toEqual(["online"]);
    expect((snapshot as { online: string[] }).online).toContain(user.userId);
    expect(client.events[0]).toEqual(["chat:authenticated", { userId: user.userId }]);
  }
});

describe("R-24, A-21: a token with one fault gets exactly chat:error, then the server disconnects", () => {
  const headerFaults: Record<string, unknown>[] = [
    { alg: "none" },
    { alg: "nOnE" },
    { alg: "ES256" },
    { alg: "HS256" },
    { typ: "JWT" },
    { typ: "at+jwt" },
    { typ: undefined },
    { kid: undefined },
    { kid: "../../../../dev/null" },
    { kid: "' or 1=1 --" },
    { kid: ["x"] },
    { crit: ["exotic"], exotic: 1 },
    { jku: "https://evil.example/jwks", kid: "theirs" },
    { x5u: "https://evil.example/x5u", kid: "theirs" },
  ];
  const nowSeconds = Math.floor(Date.now() / 1_000);
  const claimFaults: Record<string, unknown>[] = [
    { iss: "https://evil.example" },
    { iss: undefined },
    { aud: "jetwire-rest" },
    { aud: ["jetwire", "other"] },
    { aud: undefined },
    { exp: undefined },
    { exp: nowSeconds - 60 },
    { exp: nowSeconds + 3_153_600_000 },
    { iat: undefined },
    { iat: nowSeconds + 600, exp: nowSeconds + 1_200 },
    { nbf: nowSeconds + 600 },
    { sub: undefined },
    { sub: "" },
    { sub: { id: "u1" } },
    { sub: "nobody" },
    { sub: "00000000-0000-4000-8000-000000000000" },
    { jti: undefined },
    { username: 7 },
  ];

  async function parts() {
    const user = await users.add();
    const own = createPrivateKey({ key: users.key.privateJwk, format: "jwk" });
    return {
      header: { alg: "EdDSA", typ: "jetwire-session+jwt", kid: users.key.kid } as object,
      claims: {
        iss: "jetwire",
        aud: "jetwire",
        sub: user.userId,
        username: user.username,
        jti: crypto.randomUUID(),
        iat: nowSeconds,
        exp: nowSeconds + 900,
      } as object,
      signer: (input: Buffer) => sign(null, input, own),
    };
  }
  function encode({ header, claims, signer }: Awaited<ReturnType<typeof parts>>): string {
    return encodeTexts({ header: JSON.stringify(header), claims: JSON.stringify(claims), signer });
  }

  test("a token without a fault is accepted", async () => {
    const client = rig.connect(second, { auth: { token: encode(await parts()) } });
    expect(await client.next("chat:authenticated")).toHaveLength(1);
  });

  test(`${headerFaults.length + claimFaults.length} faults in header or claims`, async () => {
    const good = await parts();
    const tokens = [
      ...headerFaults.map((fault) => ({ ...good, header: { ...good.header, ...fault } })),
      ...claimFaults.map((fault) => ({ ...good, claims: { ...good.claims, ...fault } })),
    ].map(encode);
    for (const token of tokens) await expectRefused(token);
  });

  test("duplicate names, of which the last counts, and bytes that are not text", async () => {
    const good = await parts();
    const texts = {
      header: JSON.stringify(good.header),
      claims: JSON.stringify(good.claims),
      signer: good.signer,
    };
    const { userId } = await users.add();
    const bad = [
      { ...texts, header: again(texts.header, '"alg":"none"') },
      { ...texts, header: again(texts.header, '"typ":"JWT"') },
      { ...texts, claims: again(texts.claims, '"sub":"nobody"') },
      { ...texts, claims: again(texts.claims, '"aud":"other"') },
      { ...texts, claims: again(texts.claims, `"exp":${nowSeconds - 60}`) },
      { ...texts, header: again(texts.header, '"kid":"\u00ff\u00fe"') },
      { ...texts, claims: again(texts.claims, `"sub":"${userId}\u00ff"`) },
      { ...texts, claims: "\u00ff\u00fe{}" },
      { ...texts, claims: `${texts.claims}{}` },
      { ...texts, claims: `[${texts.claims}]` },
      { ...texts, claims: "null" },
    ];
    for (const token of bad.map(encodeTexts)) await expectRefused(token);
    // The control: given twice alike it is the same token.
    const same = encodeTexts({ ...texts, header: again(texts.header, '"alg":"EdDSA"') });
    const client = rig.connect(second, { auth: { token: same } });
    expect(await client.next("chat:authenticated")).toHaveLength(1);
  });

  test("foreign, missing and changed signatures, and values that are not tokens", async () => {
    const good = await parts();
    const stranger = generateKeyPairSync("ed25519");
    const [header, claims, signature] = encode(good).split(".");
    const bad: unknown[] = [
      encode({ ...good, signer: (input) => sign(null, input, stranger.privateKey) }),
      encode({ ...good, header: { ...good.header, alg: "HS256" }, signer: hmac }),
      encode({
        ...good,
        header: { ...good.header, jwk: stranger.publicKey.export({ format: "jwk" }) },
        signer: (input) => sign(null, input, stranger.privateKey),
      }),
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `${header}.${Buffer.from("{}").toString("base64url")}.${signature}`,
      "",
      ".",
      "..",
      "a.b.c",
      "\u0000",
      7,
      {},
      [],
      true,
      ["a.b.c"],
      "x".repeat(8_192),
    ];
    for (const token of bad) await expectRefused(token);
  });
});

test("R-47: a revoked token and one of an ended or banned user open no session", async () => {
  const { sql } = rig.database.database;
  const [banned, ended, revoked] = [await users.add(), await users.add(), await users.add()];
  await db.sessions.setBanned(sql, banned.userId, true);
  await sql`update accounts set ended_at = now() where id = ${ended.userId}`;
  const token = await revoked.token();
  await db.sessions.revokeToken(sql, {
    tokenId: tokenIdOf(token),
    userId: revoked.userId,
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
  });
  for (const bad of [await banned.token(), await ended.token(), token]) {
    const client = rig.connect(first, { auth: { token: bad } });
    await client.disconnected();
    expect(client.events[0]).toEqual(["chat:error", { message: "Invalid token" }]);
  }
});

test("A-22, A-23: a ban and a revocation end open sessions of all replicas within five seconds", async () => {
  const { sql } = rig.database.database;
  const user = await users.add();
  const sessions = [await user.signIn(first), await user.signIn(second)];
  const token = await user.token();
  const other = rig.connect(second, { auth: { token } });
  await other.next("presence:snapshot");

  await db.sessions.revokeToken(sql, {
    tokenId: tokenIdOf(token),
    userId: user.userId,
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
  });
  expect(await other.next("chat:error")).toEqual([{ message: "Invalid token" }]);
  expect(await other.disconnected()).toBe("io server disconnect");
  expect(sessions.map(({ socket }) => socket.connected)).toEqual([true, true]);

  const beganMs = performance.now();
  await db.sessions.setBanned(sql, user.userId, true);
  for (const session of sessions) await session.disconnected();
  expect(performance.now() - beganMs).toBeLessThan(5_000);
});

test("A-22: a session ends with its token, after a warning, with a reason", async () => {
  const user = await users.add();
  const client = rig.connect(first, { auth: { token: await user.token(2) } });
  const [warning] = await client.next("auth:expiring");
  expect(warning).toEqual({ expiresAt: expect.stringMatching(/^2.*Z$/) });
  expect(await client.next("chat:error")).toEqual([{ message: "Token expired" }]);
  expect(await client.disconnected()).toBe("io server disconnect");
});

test("with a valid API key on the same connection, only the session ends", async () => {
  const feeder = await rig.feeder("SE-BOTH");
  const user = await users.add();
  const auth = { apiKey: feeder.apiKey, token: await user.token(1) };
  const client = rig.connect(first, { auth });
  await client.next("feed:authenticated");
  await client.next("chat:authenticated");
  await client.next("chat:error");
  const answer = await ask(client, "chat:thread:read", { userId: user.userId });
  expect(answer).toEqual({ ok: false, message: "Not authenticated" });
  expect(client.socket.connected).toBe(true);
});

test("auth:refresh extends a session by a token of the same user and by no other", async () => {
  const [user, other] = [await users.add(), await users.add()];
  const client = rig.connect(second, { auth: { token: await user.token(2) } });
  await client.next("chat:authenticated");
  const refusal = { ok: false, message: "Invalid token" };
  expect(await ask(client, "auth:refresh", await other.token())).toEqual(refusal);
  expect(await ask(client, "auth:refresh", "a.b.c")).toEqual(refusal);
  expect(payloads(client, "chat:error")).toEqual(times(2, { message: "Invalid token" }));
  expect(await ask(client, "auth:refresh", await user.token(3))).toEqual({ ok: true });
  expect(await client.next("chat:error", 3)).toEqual([{ message: "Token expired" }]);
  expect(payloads(client, "auth:expiring")).toHaveLength(2);
});

test("R-46: without a token every session event is refused as not authenticated", async () => {
  const feeder = await rig.feeder("SE-NONE");
  for (const auth of [{}, { apiKey: feeder.apiKey }]) {
    const client = rig.connect(first, { auth });
    const events = ["message:send", "thread:read", "typing", "block", "unblock"];
    for (const event of [...events.map((name) => `chat:${name}`), "auth:refresh"]) {
      expect(await ask(client, event, {})).toEqual({ ok: false, message: "Not authenticated" });
    }
    expect(payloads(client, "chat:error")).toEqual(times(6, { message: "Not authenticated" }));
    await ask(client, "notification:read", { id: "x" });
    expect(payloads(client, "error")).toEqual([{ message: "Not authenticated" }]);
    expect(payloads(client, "presence:snapshot")).toEqual([]);
  }
});

test("an event right after the connect waits for the session to begin", async () => {
  const [user, other] = [await users.add(), await users.add()];
  const client = rig.connect(first, { auth: { token: await user.token() } });
  client.socket.emit("chat:message:send", { recipientId: other.userId, body: "early" });
  await client.next("chat:message:new");
  expect(payloads(client, "chat:error")).toEqual([]);
});

async function expectRefused(token: unknown): Promise<void> {
  const client = rig.connect(second, { auth: { token } });
  expect(await client.disconnected()).toBe("io server disconnect");
  expect(client.events.slice(0, -1)).toEqual([["chat:error", { message: "Invalid token" }]]);
}

/** A signature made with the public key as an HMAC secret: the classic confusion. */
function hmac(input: Buffer): ReturnType<typeof Buffer.from> {
  return createHmac("sha256", JSON.stringify(users.key.publicJwk)).update(input).digest();
}

function times<Value extends object>(count: number, value: Value): Value[] {
  return Array.from({ length: count }, () => ({ ...value }));
}

/** Encodes a token of texts that need not be JSON; Latin-1 is encoded byte by byte. */
function encodeTexts(given: {
  header: string;
  claims: string;
  signer(input: Buffer): Buffer;
}): string {
  const input = [given.header, given.claims]
    .map((part) => Buffer.from(part, "latin1").toString("base64url"))
    .join(".");
  return `${input}.${given.signer(Buffer.from(input)).toString("base64url")}`;
}

/** An object's text with one more member behind the others. */
function again(text: string, more: string): string {
  return `${text.slice(0, -1)},${more}}`;
}
