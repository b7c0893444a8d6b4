import { registerStation, requestClaim } from "@jetwire/db";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import {
  acarsdecLine,
  addFeeder,
  type Deployment,
  jetwire,
  postLines,
  startDeployment,
  until,
} from "../src/index.ts";

// Its services have the roles and the users of Redis that they have in a deployment.
let jw: Deployment;
beforeAll(async () => {
  jw = await startDeployment({ gateways: 2, workers: { chores: 1 } });
}, 60_000);
afterAll(() => jw[Symbol.asyncDispose]());

async function ask(method: string, path: string, key: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return await fetch(jw.restUrl + path, { method, headers, body: JSON.stringify(body) });
}

async function signIn(gatewayUrl: string, token: string): Promise<Socket> {
  const socket = io(gatewayUrl, { transports: ["websocket"], auth: { token }, forceNew: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("chat:authenticated", () => resolve());
    socket.once("chat:error", ({ message }: { message: string }) => reject(new Error(message)));
  });
  return socket;
}

test("rest and chores erase an account and its station, and its open connections end", async () => {
  const { sql } = jw.database;
  const { userId, apiKey, stationIds } = await addFeeder(jw, "leaver", "LEAVES-1", "LEAVES-2");
  const [first = 0] = stationIds;
  await postLines(jw, [acarsdecLine("LEAVES-1", "A TEXT"), acarsdecLine("LEAVES-2", "A TEXT")]);
  await until("the messages", async () => (await sql`select from messages`).length === 2, 30_000);
  expect((await ask("POST", `/v1/stations/${first}/keys`, apiKey, {})).status).toBe(201);
  const received = { ident: "FREE-1", sourceType: null, simulated: false };
  const free = await registerStation(sql, received);
  await requestClaim(sql, { stationId: free, accountId: userId, note: "mine" });
  const opened = await ask("POST", "/v1/auth/sessions", apiKey);
  const { token } = (await opened.json()) as { token: string };
  const feeds = await Promise.all(jw.gatewayUrls.map((url) => connectFeed(url, apiKey)));
  const sessions = await Promise.all(jw.gatewayUrls.map((url) => signIn(url, token)));
  const sockets = [...feeds.map(({ socket }) => socket), ...sessions];

  const station = { confirm: "LEAVES-1" };
  expect((await ask("DELETE", `/v1/stations/${first}`, apiKey, station)).status).toBe(202);
  expect(sockets.every(({ connected }) => connected)).toBe(true);
  expect((await ask("DELETE", "/v1/me", apiKey, { confirm: "leaver" })).status).toBe(202);
  await until("its connections to end", () => sockets.every(({ connected }) => !connected), 5_000);
  expect((await ask("GET", "/v1/me", apiKey)).status).toBe(401);

  const ran = await jetwire(jw, "chores", "run", "finish-erasures");
  expect(ran).toMatchObject({ state: "done" });
  const rows = await sql<{ kind: string; raws: number | null }[]>`
    select kind, (counts->>'raws')::integer as raws from erasures order by kind`;
  expect(rows).toEqual([
    { kind: "account", raws: null },
    { kind: "station", raws: 1 },
  ]);
  const keys = await sql`select 1 from station_keys where station_id = any(${[...stationIds]})`;
  const claims = await sql`select 1 from station_claims where account_id = ${userId}`;
  expect([keys.length, claims.length]).toEqual([0, 0]);
});
