import { once } from "node:events";
import { apiKeyHint, hashApiKey, issueToken, makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { randomNamespace, startTcpProxy } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRaw, upgradeRequest } from "./raw-socket.ts";
import { type Client, openRig, type Rig, type TestGateway } from "./rig.ts";
import { createUsers } from "./signed-in.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Two gateways of a deployment of its own, with limits. */
async function gatewaysWith(environment: Record<string, string>): Promise<TestGateway[]> {
  const own = { JETWIRE_NAMESPACE: randomNamespace(), ...environment };
  return [await rig.startGateway(own), await rig.startGateway(own)];
}

/** Whether a connection was let in, by what it is answered first. */
async function isLetIn(gateway: TestGateway, options = {}): Promise<boolean> {
  const client = rig.connect(gateway, options);
  const let_in = Promise.withResolvers<boolean>();
  client.socket.once("connect", () => let_in.resolve(true));
  client.socket.once("connect_error", () => let_in.resolve(false));
  return await let_in.promise;
}

async function countLetIn(gateways: TestGateway[], attempts: number, options = {}) {
  let allowed = 0;
  for (let n = 0; n < attempts; n++) {
    const gateway = gateways[n % gateways.length];
    if (gateway && (await isLetIn(gateway, options))) allowed++;
  }
  return allowed;
}

test("A-14: repeated connects, on one replica or several, stay within the limit", async () => {
  const gateways = await gatewaysWith({
    GATEWAY_ATTEMPTS_PER_MINUTE_MAX: "20",
    GATEWAY_ATTEMPTS_BURST_MAX: "20",
  });
  const allowed = await countLetIn(gateways, 50);
  console.log(`reconnecting on two replicas: 50 attempts, ${allowed} allowed, limit 20`);
  expect(allowed).toBe(20);
});

test("A-14: a burst is cut before the minute's limit is reached", async () => {
  const gateways = await gatewaysWith({ GATEWAY_ATTEMPTS_BURST_MAX: "5" });
  expect(await countLetIn(gateways, 12)).toBe(5);
});

test("A-02, A-14: of 50 invalid credentials at once on three replicas ten are answered", async () => {
  const own = { JETWIRE_NAMESPACE: randomNamespace(), GATEWAY_FAILURES_PER_MINUTE_MAX: "10" };
  const gateways = [0, 1, 2].map(() => rig.startGateway(own));
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const gateway = (await gateways[n % 3]) ?? rig.gateways[0];
      const client = rig.connect(gateway, {
        auth: n % 5 === 0 ? { token: "bad" } : { apiKey: makeApiKey() },
      });
      await client.disconnected();
      return firstMessage(client);
    }),
  );
  const count = (answer: string) => answers.filter((given) => given === answer).length;
  const [checked, limited] = [
    count("Invalid API key") + count("Invalid token"),
    count("Rate limit exceeded"),
  ];
  console.log(
    `50 bad credentials at once on three replicas: ${checked} checked, ${limited} limited, limit 10`,
  );
  expect({ checked, limited }).toEqual({ checked: 10, limited: 40 });
});

test("A-02: many valid keys at once from one address are all accepted: a success is refunded", async () => {
  const gateways = await gatewaysWith({ GATEWAY_FAILURES_PER_MINUTE_MAX: "5" });
  const feeders = await Promise.all(Array.from({ length: 40 }, () => rig.feeder()));
  const clients = feeders.map(({ apiKey }, n) =>
    rig.connect(gateways[n % 2] ?? rig.gateways[0], { auth: { apiKey } }),
  );
  const answers = await Promise.all(clients.map((client) => client.next("feed:authenticated")));
  expect(answers).toHaveLength(40);
});

test("A-05, A-14: a refused upgrade has a status by its reason, and Retry-After", async () => {
  const [gateway] = await gatewaysWith({
    GATEWAY_ATTEMPTS_BURST_MAX: "2",
    GATEWAY_ORIGINS: "https://viewer.example",
  });
  const port = gateway?.port ?? 0;
  const [elsewhere] = await answerTo(port, "https://evil.example");
  expect(elsewhere).toBe("HTTP/1.1 403 Forbidden");
  for (let n = 0; n < 2; n++) {
    expect((await answerTo(port, "https://viewer.example"))[0]).toMatch(/^HTTP\/1.1 101 /);
  }
  const [status, headers = ""] = await answerTo(port, "https://viewer.example");
  expect(status).toBe("HTTP/1.1 429 Too Many Requests");
  const seconds = Number(/^Retry-After: (\d+)$/m.exec(headers)?.[1]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(10);
});

/** Status line and the rest of what a request to upgrade is answered first. */
async function answerTo(port: number, origin: string): Promise<readonly string[]> {
  const socket = await openRaw(port);
  socket.write(upgradeRequest({ Origin: origin }));
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  const [status = "", ...rest] = answer.toString().split("\r\n");
  return [status, rest.join("\n")];
}

test("A-02, A-14: after ten invalid credentials in a minute further ones are not checked, on every replica, and valid ones are", async () => {
  const gateways = await gatewaysWith({
    GATEWAY_FAILURES_PER_MINUTE_MAX: "10",
    GATEWAY_ATTEMPTS_PER_MINUTE_MAX: "10000",
    GATEWAY_ATTEMPTS_BURST_MAX: "10000",
  });
  const feeder = await rig.feeder();
  const { key } = await createUsers(rig);
  const user = { userId: feeder.accountId, username: "feeder", ttlSeconds: 900 };
  const token = await issueToken({ ...user, key, now: Date.now() });
  const answers: unknown[] = [];
  for (let n = 0; n < 25; n++) {
    const client = rig.connect(gateways[n % 2] ?? rig.gateways[0], {
      auth: n % 3 === 0 ? { token: "bad" } : { apiKey: makeApiKey() },
    });
    await client.disconnected();
    answers.push(firstMessage(client));
  }
  const checked = answers.filter((answer) => answer !== "Rate limit exceeded").length;
  console.log(`bad credentials on two replicas: 25 attempts, ${checked} checked, limit 10`);
  expect(checked).toBe(10);
  for (const gateway of gateways) {
    const signedIn = rig.connect(gateway, { auth: { token } });
    await signedIn.next("presence:snapshot");
    // A gateway learns of a new key within seconds.
    await expect
      .poll(() => firstAnswer(gateway, { apiKey: feeder.apiKey }), { timeout: 20_000 })
      .toBe("feed:authenticated");
  }
});

/** Returns the message of the first event, an error. */
function firstMessage({ events }: Client): string {
  const payload = events[0]?.[1] as { message: string } | undefined;
  return payload?.message ?? "nothing";
}

/** Connects, and returns the name of the first event. */
async function firstAnswer(gateway: TestGateway, auth: object): Promise<string> {
  const { socket } = rig.connect(gateway, { auth });
  const first = Promise.withResolvers<string>();
  socket.onAny((event: string) => first.resolve(event));
  return await first.promise.finally(() => socket.disconnect());
}

test("A-11, A-14: connections of one address are counted on all replicas, and released", async () => {
  const gateways = await gatewaysWith({ GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: "6" });
  const allowed = await countLetIn(gateways, 10);
  console.log(`one address on two replicas: 10 connections, ${allowed} allowed, limit 6`);
  expect(allowed).toBe(6);
  const text = await gateways[0]?.metrics.text();
  expect(text).toContain('jetwire_gateway_connections_refused_total{reason="address-limit"}');
});

test("A-14: several keys of one account share its connection slots, on every replica; closing a connection frees one", async () => {
  const gateways = await gatewaysWith({ GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: "4" });
  const { accountId, apiKey } = await rig.feeder();
  const second = makeApiKey();
  await db.apiKeys.add(rig.database.database.sql, {
    accountId,
    tier: "feeder",
    keyHash: hashApiKey(second),
    hint: apiKeyHint(second),
  });
  const connect = (n: number) =>
    rig.connect(gateways[n % 2] ?? rig.gateways[0], {
      auth: { apiKey: n % 3 === 0 ? apiKey : second },
    });
  const clients = Array.from({ length: 4 }, (_, n) => connect(n));
  for (const client of clients) await client.next("feed:authenticated");
  let refused = 0;
  for (let n = 4; n < 10; n++) {
    const over = connect(n);
    expect(await over.next("feed:error")).toEqual([{ message: "Too many connections" }]);
    // The transport's end, after which clients come back by themselves.
    expect(await over.disconnected()).toBe("transport close");
    refused++;
  }
  console.log(
    `two keys of one account on two replicas: 10 connections, ${10 - refused} allowed, limit 4`,
  );
  clients[0]?.socket.disconnect();
  await expect
    .poll(async () => {
      const again = connect(1);
      const status = Promise.withResolvers<string>();
      again.socket.once("feed:authenticated", () => status.resolve("in"));
      again.socket.once("feed:error", () => status.resolve("refused"));
      return await status.promise;
    })
    .toBe("in");
});

test("F-47, G18: while Redis is frozen a connection waits 150 ms at most, and each process counts alone", async () => {
  const { hostname, port } = new URL(rig.database.redisUrl);
  await using proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const gateway = await rig.startGateway({
    JETWIRE_NAMESPACE: randomNamespace(),
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
    REDIS_LIMITER_MS_MAX: "150",
    GATEWAY_ATTEMPTS_PER_MINUTE_MAX: "10",
  });
  expect(await isLetIn(gateway)).toBe(true);
  proxy.freeze();
  const waits: number[] = [];
  let allowed = 0;
  for (let n = 0; n < 12; n++) {
    const startMs = performance.now();
    if (await isLetIn(gateway)) {
      allowed++;
      waits.push(performance.now() - startMs);
    }
  }
  const longest = Math.round(Math.max(...waits));
  console.log(
    `Redis frozen: 12 attempts, ${allowed} allowed, limit 10, longest wait ${longest} ms`,
  );
  expect(allowed).toBeLessThanOrEqual(10);
  expect(allowed).toBeGreaterThan(0);
  expect(longest).toBeLessThan(500);
});

test("addresses that are exempt by configuration have no limits per address", async () => {
  const gateways = await gatewaysWith({
    GATEWAY_EXEMPT_ADDRESSES: "127.0.0.1, ::1",
    GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: "1",
    GATEWAY_ATTEMPTS_BURST_MAX: "1",
  });
  expect(await countLetIn(gateways, 4)).toBe(4);
});

test("a client behind a proxy at an exempt address has limits, unless the proxy is trusted", async () => {
  const exempt = { GATEWAY_EXEMPT_ADDRESSES: "127.0.0.1", GATEWAY_ATTEMPTS_BURST_MAX: "2" };
  expect(await statuses({ ...exempt, GATEWAY_TRUSTED_PROXIES: "127.0.0.0/31" })).toEqual(
    Array(4).fill("101"),
  );
  expect(await statuses(exempt)).toEqual(["101", "101", "429", "429"]);
});

/** Sends four upgrades by a proxy at this address, and returns the statuses of the answers. */
async function statuses(environment: Record<string, string>): Promise<string[]> {
  const { port } = await rig.startGateway(environment);
  const found: string[] = [];
  for (let n = 0; n < 4; n++) {
    const socket = await openRaw(port);
    socket.write(upgradeRequest({ "X-Forwarded-For": "127.0.0.1" }));
    const [bytes] = (await once(socket, "data")) as [Buffer];
    found.push(bytes.toString("latin1").split(" ")[1] ?? "");
    socket.destroy();
  }
  return found;
}
