import { createKeys } from "@jetwire/redis";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectFeed, type FeedClient } from "../src/clients/feed-client.ts";
import {
  createPersistentFeeder,
  type Deployment,
  jetwire,
  openTestRedis,
  startDeployment,
  until,
} from "../src/index.ts";

const takesEffectMsMax = 5_000;

let jw: Deployment;
const keys = new Map<string, string>();
beforeAll(async () => {
  jw = await startDeployment({ gateways: 2 });
  for (const username of ["alice", "bob"]) {
    await jetwire(jw, "accounts", "add", username);
    const issued = (await jetwire(jw, "keys", "issue", "--account", username)) as { key: string };
    keys.set(username, issued.key);
  }
  await jetwire(jw, "stations", "add", "OW-STAYS", "--account", "alice");
  await jetwire(jw, "stations", "add", "OW-MOVES", "--account", "alice");
});
afterAll(async () => {
  await jw[Symbol.asyncDispose]();
});

async function stationId(ident: string): Promise<number | undefined> {
  const rows = await jw.database.sql<{ id: number }[]>`
    select id from stations where ident = ${ident}`;
  return rows[0]?.id;
}

function receivedOf({ received }: FeedClient, station: number | undefined): string[] {
  return received.filter((message) => message.stationId === station).map(({ id }) => id);
}

test("R-29 A-20: a station that moves brings its messages to its new owner within five seconds, and to no other", async () => {
  using alice = await connectFeed(jw.gatewayUrls[0] ?? "", keys.get("alice") ?? "");
  using bob = await connectFeed(jw.gatewayUrls[1] ?? "", keys.get("bob") ?? "");
  const moving = await stationId("OW-MOVES");
  const ingestUrl = `http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`;
  const feeder = createPersistentFeeder(ingestUrl, ["OW-STAYS", "OW-MOVES", "OW-NEW"], 300);
  const stop = new AbortController();
  const feeding = feeder.run(stop.signal);
  await until("the feed to run", () => receivedOf(alice, moving).length > 30);
  const lastBefore = alice.received.findLast((message) => message.stationId === moving)?.id ?? "";

  await jetwire(jw, "stations", "claim", "OW-MOVES", "--account", "bob", "--move");
  const movedMs = Date.now();
  await until("its messages to come to its new owner", () => receivedOf(bob, moving).length > 0);
  const tookMs = Date.now() - movedMs;
  expect(tookMs).toBeLessThan(takesEffectMsMax);
  // From the first message that came to the new owner on, none comes to the one before.
  const [firstToBob = ""] = receivedOf(bob, moving);
  await until("more of them", () => receivedOf(bob, moving).length > 100);
  const toAlice = receivedOf(alice, moving);
  expect(toAlice.filter((id) => id > firstToBob)).toEqual([]);

  // A station that nobody had registered joins by being claimed.
  await jetwire(jw, "stations", "claim", "OW-NEW", "--account", "alice");
  const claimed = await stationId("OW-NEW");
  await until("a claimed station's messages", () => receivedOf(alice, claimed).length > 30);
  stop.abort();
  await feeding;

  // Neither the log nor the record gives its former owner what it sent, once it has moved.
  const url = jw.gatewayUrls[1] ?? "";
  await using redis = await openTestRedis(jw.redisUrl);
  const all = createKeys(jw.namespace);
  for (const logLost of [false, true]) {
    const { userId } = alice.authenticated;
    if (logLost) await redis.del(all.feedLog(userId), all.feedPositions(userId));
    const auth = { apiKey: keys.get("alice"), after: lastBefore };
    const socket = io(url, { transports: ["websocket"], auth, forceNew: true });
    const replayed: { id: string; stationId: number }[] = [];
    socket.on("feed:message", (message: { id: string; stationId: number }) =>
      replayed.push(message),
    );
    const resumed = await new Promise((resolve) => socket.once("feed:resumed", resolve));
    expect(resumed).toMatchObject({ recovered: true });
    const since = alice.received.findIndex(({ id }) => id === lastBefore) + 1;
    const mine = alice.received.slice(since).filter((message) => message.stationId !== moving);
    const got = new Set(replayed.map(({ id }) => id));
    expect(mine.filter(({ id }) => !got.has(id))).toEqual([]);
    expect(replayed.filter((message) => message.stationId === moving)).toEqual([]);
    socket.disconnect();
  }
  process.stdout.write(
    `\na moved station: first message to its new owner after ${tookMs} ms, ` +
      `${toAlice.length} to the former owner, none of them after it\n`,
  );
});
