import { RestConfig, start as startRest } from "@jetwire/rest";
import { createHealth, createLogger, createMetrics, createProcessIdentity } from "@jetwire/runtime";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import {
  type Deployment,
  jetwire,
  startDeployment,
  testSigningKeySecret,
  until,
} from "../src/index.ts";

/** G19: by notices. Without them, the checks every two seconds notice it. */
const takesEffectMsMax = 1_000;
const checkedMsMax = 5_000;

let jw: Deployment;
let restUrls: string[];
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  jw = stack.use(await startDeployment({ gateways: 3 }));
  restUrls = [jw.restUrl];
  for (let n = 0; n < 2; n++) {
    const config = RestConfig.parse({
      DATABASE_URL: jw.databaseUrl,
      REDIS_URL: jw.redisUrl,
      JETWIRE_NAMESPACE: jw.namespace,
      REST_PORT: "0",
      SIGNING_KEY_SECRET: testSigningKeySecret,
      REST_EXEMPT_ADDRESSES: "127.0.0.1",
    });
    const rest = await startRest(config, {
      identity: createProcessIdentity("rest", n + 1),
      log: createLogger("rest", "silent"),
      metrics: createMetrics({}),
      health: createHealth(),
      fail(error) {
        throw error;
      },
    });
    stack.use(rest);
    restUrls.push(`http://127.0.0.1:${rest.port}`);
  }
});
afterAll(async () => {
  await stack.disposeAsync();
});

async function addKey(username: string): Promise<{ id: string; key: string }> {
  await jetwire(jw, "accounts", "add", username);
  await jetwire(jw, "tiers", "set", "wide", "--requests-per-minute", "100000");
  const issued = await jetwire(jw, "keys", "issue", "--account", username, "--tier", "wide");
  return issued as { id: string; key: string };
}

async function statusAt(restUrl: string, credential: string): Promise<number> {
  const headers = { authorization: `Bearer ${credential}` };
  const response = await fetch(`${restUrl}/v1/me`, { headers });
  await response.arrayBuffer();
  return response.status;
}

/** How long until every REST replica refuses it. */
async function refusedEverywhere(credential: string, sinceMs: number): Promise<number> {
  await until(
    "all replicas to refuse it",
    async () => {
      const statuses = await Promise.all(restUrls.map((url) => statusAt(url, credential)));
      return statuses.every((status) => status === 401);
    },
    checkedMsMax,
  );
  return Math.round(performance.now() - sinceMs);
}

async function signIn(gatewayUrl: string, token: string): Promise<Socket> {
  const socket = io(gatewayUrl, { transports: ["websocket"], auth: { token }, forceNew: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("chat:authenticated", () => resolve());
    socket.once("chat:error", ({ message }: { message: string }) => reject(new Error(message)));
  });
  return socket;
}

test("R-16, A-23: a revoked key is refused by every REST process and gateway within a second", async () => {
  const alice = await addKey("alice");
  const feeds = await Promise.all(jw.gatewayUrls.map((url) => connectFeed(url, alice.key)));
  for (const url of restUrls) expect(await statusAt(url, alice.key)).toBe(200);
  await jetwire(jw, "keys", "revoke", alice.id);
  const since = performance.now();
  const restMs = await refusedEverywhere(alice.key, since);
  await until("feeds to end", () => feeds.every(({ socket }) => !socket.connected), 5_000);
  const feedMs = Math.round(performance.now() - since);
  for (const url of jw.gatewayUrls) {
    await expect(connectFeed(url, alice.key)).rejects.toThrow("Invalid API key");
  }
  expect(Math.max(restMs, feedMs)).toBeLessThan(takesEffectMsMax);
  process.stdout.write(
    `\na revoked key: refused by 3 REST processes after ${restMs} ms, feeds of 3 gateways ended after ${feedMs} ms\n`,
  );
});

test("R-16: a reissued key takes the place of the compromised one", async () => {
  const bob = await addKey("bob");
  for (const url of restUrls) expect(await statusAt(url, bob.key)).toBe(200);
  const reissued = (await jetwire(jw, "keys", "reissue", bob.id)) as { key: string };
  await refusedEverywhere(bob.key, performance.now());
  for (const url of restUrls) expect(await statusAt(url, reissued.key)).toBe(200);
  const again = await jetwire(jw, "keys", "reissue", bob.id);
  expect(again).toMatchObject({ error: { code: "not_found" } });
});

const sessionsUrl = () => `${restUrls[0]}/v1/auth/sessions`;

async function tokenOf(key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const opened = await fetch(sessionsUrl(), { method: "POST", headers });
  return ((await opened.json()) as { token: string }).token;
}

test.each([
  {
    how: "its user ends it",
    username: "carol",
    async end(token: string) {
      const headers = { authorization: `Bearer ${token}` };
      const ended = await fetch(`${sessionsUrl()}/current`, { method: "DELETE", headers });
      expect(ended.status).toBe(204);
    },
  },
  {
    how: "an operator ends its account by the command line",
    username: "erin",
    end: () => jetwire(jw, "accounts", "end", "erin"),
  },
])(
  "A-22: a session is over on REST and on open connections within a second after $how",
  async ({ username, end }) => {
    const token = await tokenOf((await addKey(username)).key);
    const sockets = await Promise.all(jw.gatewayUrls.map((url) => signIn(url, token)));
    for (const url of restUrls) expect(await statusAt(url, token)).toBe(200);
    await end(token);
    const since = performance.now();
    const restMs = await refusedEverywhere(token, since);
    await until(
      "sessions to end",
      () => sockets.every(({ connected }) => !connected),
      checkedMsMax,
    );
    const socketMs = Math.round(performance.now() - since);
    for (const url of jw.gatewayUrls)
      await expect(signIn(url, token)).rejects.toThrow("Invalid token");
    expect(Math.max(restMs, socketMs)).toBeLessThan(takesEffectMsMax);
    process.stdout.write(
      `\nan ended session: refused by 3 REST processes after ${restMs} ms, its sockets ended after ${socketMs} ms\n`,
    );
  },
);

test("G19: a key that is revoked without a notice ends by the checks", async () => {
  const dora = await addKey("dora");
  const feeds = await Promise.all(jw.gatewayUrls.map((url) => connectFeed(url, dora.key)));
  for (const url of restUrls) expect(await statusAt(url, dora.key)).toBe(200);
  // As if Redis had lost the notice.
  await jw.database.sql`update api_keys set revoked_at = now() where id = ${dora.id}`;
  await refusedEverywhere(dora.key, performance.now());
  await until("feeds to end", () => feeds.every(({ socket }) => !socket.connected), 30_000);
});
