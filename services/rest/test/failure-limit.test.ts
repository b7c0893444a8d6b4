import { randomBytes } from "node:crypto";
import { createSoftwareAuthenticator } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Asking,
  ask,
  type RestUnderTest,
  startReplica,
  startRest,
} from "./rest-under-test.ts";
import { publicUrl, signInVariables } from "./sign-in-under-test.ts";
import { openCookie } from "./signed-in.ts";

const page = { "sec-fetch-site": "same-origin" };
const post = (body: unknown): Asking => ({ method: "POST", body, headers: page });
const unknown = { challenge: "x".repeat(43), origin: publicUrl };
const key = createSoftwareAuthenticator();

const checks: readonly [name: string, path: string, asking: Asking][] = [
  ["a refresh token", "/v1/auth/sessions/refresh", post({ refreshToken: `jwr_${"a".repeat(43)}` })],
  ["a link", "/v1/auth/link", post({ token: "t".repeat(43) })],
  ["a passkey", "/v1/auth/passkeys/sign-in", post({ credential: key.sign(unknown) })],
  ["a new passkey", "/v1/auth/passkeys/sign-up", post({ credential: key.create(unknown) })],
  ["a claim code", "/v1/claim-codes/AB23-CD45-EF67", {}],
  ["the token of a mail", `/v1/mail/stop/${crypto.randomUUID()}`, { method: "POST" }],
];

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await startRest(signInVariables);
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

/** A process with limits of its own, for addresses that a proxy names. */
async function startProxied(environment: Record<string, string> = {}) {
  const { REST_EXEMPT_ADDRESSES: _exempt, ...variables } = signInVariables;
  return await startReplica(rest.database, {
    ...variables,
    REST_TRUSTED_PROXIES: "127.0.0.1",
    JETWIRE_NAMESPACE: `${rest.database.namespace}-${randomBytes(4).toString("hex")}`,
    ...environment,
  });
}

describe.each(checks)("%s that cannot be checked", (_name, path, asking) => {
  test("is no failure of its sender: the answer is 503, however often it is sent", async () => {
    await using away = await startProxied({
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing",
    });
    // A new passkey is first looked for by its challenge, which the browser's cookie is bound to.
    const cookie = `__Host-jetwire-before=${"b".repeat(43)}`;
    const address = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" };
    const headers = { ...asking.headers, ...address, cookie };
    const statuses: number[] = [];
    for (let n = 0; n < 15; n++) {
      statuses.push((await ask(away.url + path, null, { ...asking, headers })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([503]));
  });
});

/** Makes up a cookie. */
function made(): string {
  return `__Host-jetwire=${randomBytes(32).toString("base64url")}`;
}

async function read(url: string, cookie: string, address = "203.0.113.7"): Promise<Response> {
  const proxied = { "x-forwarded-for": address, "x-forwarded-proto": "https" };
  return await ask(`${url}/v1/auth/session`, null, { headers: { ...page, ...proxied, cookie } });
}

async function statusesOf(answers: readonly Promise<Response>[]): Promise<Map<number, number>> {
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  return new Map([...Map.groupBy(statuses, (one) => one)].map(([one, all]) => [one, all.length]));
}

describe("cookies that no session has", () => {
  test("are looked up 60 times a minute for an address, and one cookie once", async () => {
    await using proxied = await startProxied();
    const own = (await openCookie(rest, rest.accountId)).replace("jetwire=", "__Host-jetwire=");
    expect(await (await read(proxied.url, own)).json()).toMatchObject({
      user: { username: "alice" },
    });
    const again = made();
    expect(await statusesOf(Array.from({ length: 100 }, () => read(proxied.url, again)))).toEqual(
      new Map([[200, 100]]),
    );
    const flood = await statusesOf(Array.from({ length: 200 }, () => read(proxied.url, made())));
    expect(flood.get(200)).toBeLessThanOrEqual(60);
    expect(flood.get(429)).toBeGreaterThanOrEqual(140);
    // Neither a neighbour who is signed in nor another address is refused.
    expect(await (await read(proxied.url, own)).json()).toMatchObject({
      user: { username: "alice" },
    });
    expect((await read(proxied.url, made(), "203.0.113.8")).status).toBe(200);
  });

  test("stop no sign-in of their address", async () => {
    await using proxied = await startProxied();
    await Promise.all(Array.from({ length: 100 }, () => read(proxied.url, made())));
    const address = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" };
    const asking = { method: "POST", headers: { ...page, ...address, cookie: made() } };
    const answer = await ask(`${proxied.url}/v1/auth/passkeys/sign-in/options`, null, asking);
    expect(answer.status).toBe(200);
  });
});
