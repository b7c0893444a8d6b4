import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { Database } from "@jetwire/db";
import type { EnrichedMessage, Message } from "@jetwire/protocol";
import { createRedisOpener } from "@jetwire/redis";
import { createLogger, createMetrics, pause } from "@jetwire/runtime";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import {
  acarsdecLine,
  addFeeder,
  type DeployedGateway,
  type Deployment,
  describeUnless,
  postLines,
  startDeployment,
  until,
} from "../src/index.ts";
import {
  type EncryptedServers,
  missingForEncryption,
  startEncryptedServers,
} from "../src/servers/encrypted-servers.ts";

/** One way, so that a round trip takes twice as long. */
const delayMs = 60;
const perPost = 20;
const log = createLogger("test", "silent");

const missing = await missingForEncryption(inject("redisUrl"));

describeUnless(missing, "an ingest and a gateway in another region", () => {
  const stack = new AsyncDisposableStack();
  const trusted = getCACertificates("default");
  let servers: EncryptedServers;
  let home: Deployment;
  let far: { ingest: Deployment["ingest"]; gateway: DeployedGateway };
  let key: string;

  beforeAll(async () => {
    servers = stack.use(await startEncryptedServers());
    // As NODE_EXTRA_CA_CERTS does at the start of a process.
    setDefaultCACertificates([...trusted, servers.certificate]);
    for (const link of servers.links) link.slow(delayMs);
    const { redisUrl } = servers;
    home = stack.use(await startDeployment({ gateways: 0, redisUrl, database: servers }));
    const variables = {
      REDIS_URL: servers.far.redisUrl,
      DATABASE_URL: servers.far.databaseUrl,
      REDIS_LIMITER_MS_MAX: "500",
    };
    far = {
      ingest: await home.startIngest("far", variables),
      gateway: await home.startGateway(variables),
    };
    ({ apiKey: key } = await addFeeder(home, "far", "FAR-1"));
  });
  afterAll(async () => {
    await stack.disposeAsync();
    setDefaultCACertificates(trusted);
  });

  let sent = 0;

  /** Posts messages to the far ingest. @returns their texts, in order */
  async function send(count: number): Promise<readonly string[]> {
    const texts = Array.from({ length: count }, () => `FAR ${++sent}`);
    for (let from = 0; from < count; from += perPost) {
      const lines = texts.slice(from, from + perPost).map((text) => acarsdecLine("FAR-1", text));
      await postLines(far, lines);
    }
    return texts;
  }

  test("clients of a far gateway get what a far ingest receives, in order and once", async () => {
    using feed = await connectFeed(far.gateway.url, key);
    const viewer = io(far.gateway.url, { transports: ["websocket"], forceNew: true });
    const shown: EnrichedMessage[] = [];
    viewer.on("message", (message: EnrichedMessage) => shown.push(message));
    const started = new Promise((resolve) => viewer.once("messages:sniff:started", resolve));
    viewer.emit("messages:sniff");
    await started;
    const texts = await send(100);
    await until("the feed to have all", () => feed.received.length >= texts.length);
    expect(textsOf(feed.received)).toEqual(texts);
    await until("the firehose to show some", () => shown.length > 0);
    expect(texts).toContain(shown[0]?.text);
    viewer.disconnect();
  });

  test("both reach Redis and Postgres by TLS", async () => {
    // The ingest at home has the same name as the far one, and needs no TLS; only the far gateway is there.
    const names = ["jetwire-ingest", "jetwire-gateway", "jetwire-gateway-sessions"];
    const rows = await home.database.sql<{ name: string; encrypted: boolean }[]>`
    select distinct application_name as name, ssl as encrypted
    from pg_stat_activity join pg_stat_ssl using (pid)
    where application_name = any(${names}::text[])`;
    expect(rows).toContainEqual({ name: "jetwire-ingest", encrypted: true });
    expect(rows).toContainEqual({ name: "jetwire-gateway", encrypted: true });
    const plain = rows.filter(({ name, encrypted }) => name !== "jetwire-ingest" && !encrypted);
    expect(plain).toEqual([]);
    // The link to Redis leads to the port that takes TLS alone.
    for (const link of servers.links) expect(link.connections).toBeGreaterThan(0);
  });

  test("what a far ingest accepts while its line is broken arrives afterwards, in order", async () => {
    using feed = await connectFeed(far.gateway.url, key);
    const before = await send(40);
    await until("the feed to have them", () => feed.received.length >= before.length);
    await Promise.all(servers.links.map((link) => link.refuse()));
    const during = await send(100);
    await pause(1_000);
    expect(textsOf(feed.received)).toEqual(before);
    await Promise.all(servers.links.map((link) => link.recover()));
    const after = await send(40);
    const all = [...before, ...during, ...after];
    await until("the feed to have all", () => feed.received.length >= all.length, 60_000);
    expect(textsOf(feed.received)).toEqual(all);
  });

  test("a server whose certificate is not trusted is refused, with the reason", async () => {
    setDefaultCACertificates(trusted);
    const { redisUrl, databaseUrl } = servers.far;
    await using database = new Database(databaseUrl, { log, max: 1 });
    expect(await database.answers(5_000)).toMatch(/self-signed certificate/);
    const errors: string[] = [];
    const watched = createLogger("test", "warn", 0, { write: (line) => void errors.push(line) });
    await using redis = await createRedisOpener(redisUrl, watched, createMetrics({})).open(
      "request",
    );
    await expect(redis.ping()).rejects.toThrow(/writeable|closed/);
    expect(errors.join()).toMatch(/self-signed certificate/);
  });
});

function textsOf(messages: readonly Message[]): readonly (string | null)[] {
  return messages.map(({ text }) => text);
}
