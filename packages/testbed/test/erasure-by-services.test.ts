import * as db from "@jetwire/db";
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

/** Runs what is due, and returns the result of the run. */
async function carryOut(): Promise<unknown> {
  const ran = await jetwire(jw, "chores", "run", "carry-out-due");
  expect(ran).toMatchObject({ state: "done" });
  return (ran as { result: unknown }).result;
}

test("rest and chores erase an account and its station, and its open connections end", async () => {
  const { sql } = jw.database;
  const { userId, apiKey, stationIds } = await addFeeder(jw, "leaver", "LEAVES-1", "LEAVES-2");
  const [first = 0] = stationIds;
  await postLines(jw, [acarsdecLine("LEAVES-1", "A TEXT"), acarsdecLine("LEAVES-2", "A TEXT")]);
  await until("the messages", async () => (await sql`select from messages`).length === 2, 30_000);
  // Its session counts as one of the web page whose user has just signed in.
  await sql`update api_keys set scopes = '{read,feed,manage}' where account_id = ${userId}`;
  const received = { ident: "FREE-1", sourceType: null, simulated: false };
  const free = await db.stations.register(sql, received);
  await db.claims.request(sql, { stationId: free, accountId: userId, note: "mine" });
  const opened = await ask("POST", "/v1/auth/sessions", apiKey);
  const { token } = (await opened.json()) as { token: string };
  await sql`
    insert into web_sessions (account_id, id_hash, csrf_key, token_id, ends_at)
    select ${userId}, sha256('a cookie'), sha256('a key'), token_id, now() + interval '1 hour'
    from session_tokens`;
  expect((await ask("POST", `/v1/stations/${first}/keys`, token, {})).status).toBe(201);
  const feeds = await Promise.all(jw.gatewayUrls.map((url) => connectFeed(url, apiKey)));
  const sessions = await Promise.all(jw.gatewayUrls.map((url) => signIn(url, token)));
  const sockets = [...feeds.map(({ socket }) => socket), ...sessions];

  const station = { confirm: "LEAVES-1" };
  expect((await ask("DELETE", `/v1/stations/${first}`, token, station)).status).toBe(202);
  expect((await ask("DELETE", "/v1/me", token, { confirm: "leaver" })).status).toBe(202);
  expect(await carryOut()).toEqual({ erased: 0, moved: 0, forgotten: 0 });
  expect(sockets.every(({ connected }) => connected)).toBe(true);
  // A day later; the station first.
  await sql`update planned_erasures set due_at = now() - interval '1 minute' where kind = 'station'`;
  expect(await carryOut()).toEqual({ erased: 1, moved: 0, forgotten: 0 });
  expect(sockets.every(({ connected }) => connected)).toBe(true);
  await sql`update planned_erasures set due_at = now()`;
  expect(await carryOut()).toEqual({ erased: 1, moved: 0, forgotten: 0 });
  await until("its connections to end", () => sockets.every(({ connected }) => !connected), 5_000);
  await until(
    "its key to be refused",
    async () => (await ask("GET", "/v1/me", apiKey)).status === 401,
    5_000,
  );

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
