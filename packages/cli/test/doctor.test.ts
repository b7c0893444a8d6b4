import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serviceNames } from "@jetwire/protocol";
import { createKeys, openStores } from "@jetwire/redis";
import { createTestDatabase, openTestRedis, testMessage } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { runJetwire } from "./run-jetwire.ts";

interface Doctored {
  ok: boolean;
  wrong: { check: string; what: string; todo: string }[];
  accounting: { sum: { offered: number; inStream: number; unaccounted: number } };
  partitions: { partition: number; length: number }[];
  processes: { alive: { service: string; ready: boolean }[] };
}

test("doctor adds up what is in Postgres and Redis and asks the processes", async () => {
  await using at = await createTestDatabase();
  await using redis = await openTestRedis(at.redisUrl, "append");
  const keys = createKeys(at.namespace);
  const links = { first: true, skewed: false, icao: null, flightKey: null };
  const entry = { message: testMessage(), links, raw: "{}" };
  await openStores(redis, keys.namespace).streams.append(
    1,
    { name: "a:1", knownLast: 0 },
    [1, 2, 3].map((seq) => ({ ...entry, seq })),
  );
  const counts = {
    offered: 5,
    accepted: 4,
    appended: 3,
    duplicates: { repeat: 1 },
    notAMessage: {},
    rejected: { "not-json": 1 },
    limited: {},
    kernelDrops: 0,
    journalBytes: 0,
  };
  const { sql } = at.database;
  await sql`insert into ledgers (producer, counts) values ('a', ${sql.json(counts)})`;

  const server = createServer((_, response) =>
    response.writeHead(503).end('{"ready":false,"checks":{"redis":"away","postgres":true}}'),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const health = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), "jetwire-doctor-"));
  const services = [{ name: "gateway", replica: 1, pid: 7, health }];
  const ready = { redis: at.redisUrl, postgres: at.url, services };
  await writeFile(join(folder, "ready.json"), JSON.stringify(ready));
  const env = { JETWIRE_NAMESPACE: at.namespace };

  const ran = await runJetwire(["doctor", "--json", "--data", folder], { env });
  const report = ran.json() as Doctored;
  expect(report.accounting.sum).toMatchObject({ offered: 5, inStream: 3, unaccounted: 0 });
  expect(report.partitions.map(({ length }) => length)).toEqual([0, 3, 0, 0]);
  expect(report.processes.alive).toMatchObject([{ service: "gateway", ready: false }]);
  expect(report.wrong.map(({ what }) => what)).toContain("gateway 1 is not ready (redis: away)");
  expect(ran.code).toBe(1);

  // One entry vanishes: neither stored nor there any more.
  await redis.xtrim(keys.stream(1), "MAXLEN", 2);
  const after = await runJetwire(["doctor", "--json", "--data", folder], { env });
  const { accounting, wrong } = after.json() as Doctored;
  expect(accounting.sum.unaccounted).toBe(1);
  expect(wrong.map(({ what }) => what)).toContain(
    "1 of the offered messages are lost: they are neither stored nor in flight",
  );
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

test.each(["1e17", "-1", "24857799883721"])(
  "doctor reports beside counts that cannot be true (accepted: %s)",
  async (accepted) => {
    await using at = await createTestDatabase();
    const { sql } = at.database;
    const counts = `{"offered":5,"accepted":${accepted},"appended":3,"duplicates":{},"notAMessage":{},"rejected":{},"limited":{},"kernelDrops":0,"journalBytes":0}`;
    await sql`insert into ledgers (producer, counts) values ('a', ${counts}::text::jsonb)`;
    const env = { DATABASE_URL: at.url, REDIS_URL: at.redisUrl, JETWIRE_NAMESPACE: at.namespace };
    const ran = await runJetwire(["doctor", "--json"], { env });
    const { wrong } = ran.json() as Doctored;
    expect(wrong.map(({ what }) => what)).toContain(
      "The counts of producer a cannot be true, so nobody can say whether messages are lost",
    );
    expect(wrong.map(({ what }) => what).filter((what) => what.includes("lost:"))).toEqual([]);
  },
);

test("doctor of a deployment reads what its processes report, and names a service without one", async () => {
  await using at = await createTestDatabase();
  await using redis = await openTestRedis(at.redisUrl);
  const { processes } = openStores(redis, at.namespace);
  const startedAt = new Date().toISOString();
  const problems = [{ name: "postgres", reason: "it does not answer", since: startedAt }];
  for (const service of serviceNames.filter((name) => name !== "fanout")) {
    const ready = service !== "rest";
    await processes.report({
      service,
      id: "0123456789ab",
      replica: `host/1/${service}`,
      number: 0,
      version: "1",
      startedAt,
      ready,
      problems: ready ? [] : problems,
      memoryBytes: 1,
      figures: {},
    });
  }
  const env = {
    DATABASE_URL: at.url,
    REDIS_URL: at.redisUrl,
    JETWIRE_NAMESPACE: at.namespace,
  };
  const ran = await runJetwire(["doctor", "--json"], { env });
  const { wrong } = ran.json() as Doctored;
  const ofProcesses = wrong.map(({ what }) => what).filter((what) => /reported|ready/.test(what));
  expect(ofProcesses).toEqual([
    "No fanout has reported within 15 seconds",
    "rest 0 is not ready (postgres: it does not answer)",
  ]);
  expect(ran.code).toBe(1);
  const { stdout } = await runJetwire(["doctor"], { env });
  expect(stdout).toMatch(/^rest +0 +no +no$/m);
});

test("doctor says that no feeder has sent yet, and names feeders that have stopped to send", async () => {
  await using at = await createTestDatabase();
  const { sql } = at.database;
  const env = { DATABASE_URL: at.url, REDIS_URL: at.redisUrl, JETWIRE_NAMESPACE: at.namespace };
  const examine = async () => (await runJetwire(["doctor"], { env })).stdout;

  const first = await examine();
  expect(first).toMatch(/^No feeder has sent yet\.$/m);
  expect(first).not.toContain("✗ No feeder");
  await sql`
    insert into stations (ident, first_received_at, last_received_at, messages_count)
    values ('AL-STN1', now() - interval '1 hour', now() - interval '200 s', 3600)`;
  await sql`
    insert into message_counts (hour, station_id, source_type, messages)
    select date_trunc('hour', now() - interval '200 s'), id, 'acars', 3600 from stations`;
  const later = await examine();
  expect(later).toMatch(/^✗ No feeder has sent a message for 2\d\d s$/m);
  expect(later).not.toContain("No feeder has sent yet");
});
