import { makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { Limits } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import { accountConnections, openStores } from "@jetwire/redis";
import { openTestRedis, startTcpProxy, withPort } from "@jetwire/testbed";
import { describe, expect, inject, test } from "vitest";
import { addKeyOwner, ask, type Asking, startReplica, startRest } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";

async function statusOf(url: string, credential: string): Promise<number> {
  const response = await ask(url, credential);
  await response.arrayBuffer();
  return response.status;
}

/** Counts answers by status. */
function tally(statuses: readonly number[]): Record<number, number> {
  const groups = Map.groupBy(statuses, (status) => status);
  return Object.fromEntries([...groups].map(([status, all]) => [status, all.length]));
}

test("R-12, R-14: the 61st request of a feeder within a minute is a 429 with Retry-After", async () => {
  await using rest = await startRest({}, "feeder");
  for (let request = 0; request < 60; request++) {
    const response = await rest.get("/v1/limits");
    expect(response.status).toBe(200);
    expect(response.headers.get("ratelimit-policy")).toBe('"account";q=60;w=60');
    expect(response.headers.get("ratelimit")).toMatch(
      new RegExp(`^"account";r=${59 - request};t=\\d+$`),
    );
    const { requests } = Limits.parse(await response.json());
    expect(requests).toMatchObject({ limit: 60, remaining: 59 - request, windowSeconds: 60 });
  }
  const response = await rest.get("/v1/me");
  expect(response.status).toBe(429);
  const wait = Number(response.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(response.headers.get("x-ratelimit-reset")).toBe(String(wait));
  expect(await response.json()).toMatchObject({ code: "rate_limited" });
  expect((await fetch(`${rest.url}/v1/status`)).status).toBe(200);
});

test("the web page of a user has a limit of its own, and does not use up that of the user's keys", async () => {
  await using rest = await startRest({ REST_PAGE_PER_MINUTE: "90" }, "feeder");
  const { token } = await signIn(rest, rest.accountId);
  const url = `${rest.url}/v1/limits`;
  const page = Limits.parse(await (await ask(url, token)).json());
  expect(page.requests.limit).toBe(90);
  expect(page.requests.remaining).toBeLessThan(90);
  const program = Limits.parse(await rest.getJson("/v1/limits"));
  expect(program.requests).toMatchObject({ limit: 60, remaining: 59 });
});

function sumOf(hours: Limits["requests"]["byHour"]): number {
  return (hours ?? []).reduce((sum, { requests }) => sum + requests, 0);
}

test("an account sees its requests by the hour, and its open connections on all gateways", async () => {
  await using rest = await startRest({ GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: "7" });
  await using redis = await openTestRedis(rest.database.redisUrl, "limiter");
  const quota = openStores(redis, rest.database.namespace).quotas.join();
  for (let n = 0; n < 3; n++) await quota.reserve(accountConnections(rest.accountId), 10);
  const read = async () => Limits.parse(await rest.getJson("/v1/limits"));
  for (let n = 0; n < 4; n++) await read();
  // Counts are written every two seconds; asking counts as well.
  await expect
    .poll(async () => sumOf((await read()).requests.byHour), { timeout: 8_000 })
    .toBeGreaterThanOrEqual(5);
  const { requests, realtime } = await read();
  expect(requests.byHour).toHaveLength(24);
  // The hour may end while the test runs.
  expect(sumOf(requests.byHour?.slice(0, 22) ?? null)).toBe(0);
  const [first, second] = requests.byHour ?? [];
  expect(Date.parse(second?.from ?? "") - Date.parse(first?.from ?? "")).toBe(3_600_000);
  expect(realtime.connections).toEqual({ open: 3, limit: 7 });
  const bob = await addKeyOwner(rest.database, "bob", "unlimited");
  const other = await fetch(`${rest.url}/v1/limits`, {
    headers: { authorization: `Bearer ${bob.key}` },
  });
  const seen = Limits.parse(await other.json());
  expect(sumOf(seen.requests.byHour)).toBe(0);
  expect(seen.realtime.connections?.open).toBe(0);
});

test("R-14: a client that waits for Retry-After is answered again", async () => {
  await using rest = await startRest({ REST_WINDOW_SECONDS: "2" }, "feeder");
  const me = `${rest.url}/v1/me`;
  let refused: Response;
  do refused = await ask(me, rest.key);
  while (refused.status === 200);
  expect(refused.status).toBe(429);
  await pause(Number(refused.headers.get("retry-after")) * 1_000);
  expect(await statusOf(me, rest.key)).toBe(200);
});

test("R-11, R-13, A-14: the requests of an account are counted over replicas, keys and sessions, by its tier", async () => {
  await using rest = await startRest({ REST_EXEMPT_ADDRESSES: "127.0.0.1" });
  await db.tiers.set(rest.database.database.sql, { name: "gold", requestsPerMinute: 90 });
  await using second = await startReplica(rest.database);
  await using third = await startReplica(rest.database);
  const replicas = [rest.url, second.url, third.url];
  const bob = await addKeyOwner(rest.database, "bob", "gold");
  const opened = await ask(`${rest.url}/v1/auth/sessions`, bob.key, { method: "POST" });
  const { token } = (await opened.json()) as { token: string };
  const credentials = [bob.key, token];
  const statuses = await Promise.all(
    Array.from({ length: 240 }, (_, n) =>
      statusOf(`${replicas[n % 3]}/v1/stations?limit=1`, credentials[n % 2] ?? ""),
    ),
  );
  // One was spent on the session.
  expect(tally(statuses)).toEqual({ 200: 89, 429: 151 });
  expect(await statusOf(`${second.url}/v1/me`, rest.key)).toBe(200);
});

describe.each(["stopped", "frozen"])("with Redis %s", (state) => {
  test("R-14, A-15: each process limits requests by itself, and answers fast", async () => {
    const { hostname, port } = new URL(inject("redisUrl"));
    await using proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    await using rest = await startRest({
      REDIS_URL: withPort(inject("redisUrl"), proxy.port),
      REDIS_LIMITER_MS_MAX: "150",
      REST_REPLICAS: "3",
    });
    const bob = await addKeyOwner(rest.database, "bob", "feeder");
    const limits = `${rest.url}/v1/limits`;
    const before = await times(300, () => statusOf(limits, rest.key));
    if (state === "stopped") await proxy.refuse();
    else proxy.freeze();
    const during = await times(300, () => statusOf(limits, rest.key));
    expect(tally(during.statuses)).toEqual({ 200: 300 });
    // The first may wait for its time-out; nobody after it.
    expect(during.p99).toBeLessThan(Math.max(50, before.p99 * 5));
    expect(during.max).toBeLessThan(1_000);
    const own = await times(40, () => statusOf(limits, bob.key));
    // A third of 60.
    expect(tally(own.statuses)).toEqual({ 200: 20, 429: 20 });
    await proxy.recover();
    await expect
      .poll(() => statusOf(`${rest.url}/v1/streams`, rest.key), { timeout: 10_000 })
      .toBe(200);
    process.stdout.write(
      `\na request with Redis ${state}: p50 ${during.p50.toFixed(1)} ms, p99 ${during.p99.toFixed(1)} ms, ` +
        `longest ${during.max.toFixed(1)} ms; healthy p50 ${before.p50.toFixed(1)} ms, p99 ${before.p99.toFixed(1)} ms ` +
        `(p99 × ${(during.p99 / before.p99).toFixed(2)})\n`,
    );
  });
});

/** Headers of a TLS client behind the trusted proxy. */
function from(address: string): Asking {
  return { headers: { "x-forwarded-for": address, "x-forwarded-proto": "https" } };
}

test("A-02: ten unknown keys of an address are looked up per minute; a known key remains valid", async () => {
  await using rest = await startRest({ REST_TRUSTED_PROXIES: "127.0.0.1" });
  const attack = async (address: string) =>
    (await ask(`${rest.url}/v1/stations`, makeApiKey(), from(address))).status;
  const stations = `${rest.url}/v1/stations`;
  expect((await ask(stations, rest.key, from("203.0.113.7"))).status).toBe(200);
  const statuses = [];
  for (let n = 0; n < 15; n++) statuses.push(await attack("203.0.113.7"));
  expect(tally(statuses)).toEqual({ 401: 10, 429: 5 });
  expect((await ask(stations, rest.key, from("203.0.113.7"))).status).toBe(200);
  expect(await attack("203.0.113.8")).toBe(401);
  // Of IPv6 a customer has 2^64 addresses.
  const rotating = [];
  for (let n = 0; n < 12; n++) rotating.push(await attack(`2001:db8::${n}`));
  expect(tally(rotating)).toEqual({ 401: 10, 429: 2 });
  // All at once is no way around.
  const rushing = await Promise.all(Array.from({ length: 100 }, () => attack("203.0.113.9")));
  expect(tally(rushing)).toEqual({ 401: 10, 429: 90 });
  const limited = await ask(stations, makeApiKey(), from("203.0.113.7"));
  expect(limited.headers.get("retry-after")).toBe("60");
});

test("A-02: a neighbour's unknown keys do not lock out a valid key that was never used here", async () => {
  await using rest = await startRest({ REST_TRUSTED_PROXIES: "127.0.0.1" });
  const bob = await addKeyOwner(rest.database, "bob");
  const stations = `${rest.url}/v1/stations`;
  const statusFor = async (key: string) => (await ask(stations, key, from("203.0.113.7"))).status;
  const statuses = [];
  for (let n = 0; n < 12; n++) statuses.push(await statusFor(makeApiKey()));
  expect(tally(statuses)).toEqual({ 401: 10, 429: 2 });
  // A process learns of a new key within seconds; the neighbour is refused for a minute.
  await expect.poll(() => statusFor(bob.key), { timeout: 20_000 }).toBe(200);
  expect(await statusFor(makeApiKey())).toBe(429);
});

test("R-11: many requests at once with a key that is not cached share a look-up, and all are answered", async () => {
  await using rest = await startRest();
  const others = await Promise.all(
    Array.from({ length: 30 }, (_, n) => addKeyOwner(rest.database, `owner${n}`)),
  );
  const keys = [...Array<string>(50).fill(rest.key), ...others.map(({ key }) => key)];
  const stations = `${rest.url}/v1/stations`;
  const statuses = await Promise.all(keys.map((key) => statusOf(stations, key)));
  expect(tally(statuses)).toEqual({ 200: 80 });
});

interface Times {
  readonly statuses: readonly number[];
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** One after the other, in ms. */
async function times(count: number, request: () => Promise<number>): Promise<Times> {
  const statuses: number[] = [];
  const took: number[] = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    statuses.push(await request());
    took.push(performance.now() - began);
  }
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(count - 1, Math.floor(count * share))] ?? 0;
  return { statuses, p50: at(0.5), p99: at(0.99), max: at(1) };
}
