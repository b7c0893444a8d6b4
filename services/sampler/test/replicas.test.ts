import { randomUUID } from "node:crypto";
import { addAccount, addStation } from "@jetwire/db";
import { type EnrichedMessage, readFirehoseTick, type StreamEntry } from "@jetwire/protocol";
import {
  appendEntries,
  createChannels,
  createKeys,
  createRedisOpener,
  readFirehoseState,
} from "@jetwire/redis";
import { createHealth, createLogger, createMetrics } from "@jetwire/runtime";
import { createTestDatabase, testMessage, until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { SamplerConfig, start } from "../src/index.ts";
import { sample } from "../src/sample.ts";

const log = createLogger("test", "silent");
const secret = "a secret of tests";
const [partitions, perPartition, fraction] = [4, 500, 0.3];

function fail(error: unknown): void {
  throw error;
}

test("F-50: three replicas that share the partitions choose together what one would, each once", async () => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const { sql } = database.database;
  const keys = createKeys(database.namespace);
  const opener = createRedisOpener(database.redisUrl, log, createMetrics({}));
  const redis = stack.use(await opener.open("append"));
  const channels = createChannels(stack.use(await opener.open("subscriber")));
  const accountId = (await addAccount(sql, "feeder"))?.id ?? "";
  const stationId =
    (await addStation(sql, { ident: "SR-1", accountId, sourceType: null }))?.id ?? 0;

  const got: string[] = [];
  const held = channels.subscribe(keys.firehoseChannel, (bytes) => {
    for (const text of readFirehoseTick(bytes)?.messages ?? []) {
      got.push((JSON.parse(String(Buffer.from(text))) as EnrichedMessage).id);
    }
  });
  await held.standing;
  for (let replica = 0; replica < 3; replica++) {
    const config = SamplerConfig.parse({
      REDIS_URL: database.redisUrl,
      DATABASE_URL: database.url,
      JETWIRE_NAMESPACE: database.namespace,
      STREAM_PARTITIONS: String(partitions),
      SERVICE_REPLICA: String(replica),
      SAMPLER_SECRET: secret,
      SAMPLER_FRACTION: String(fraction),
      SAMPLER_EVENTS_PER_SECOND_MAX: "10000",
    });
    const context = { log, metrics: createMetrics({}), health: createHealth(), fail };
    stack.use(await start(config, context));
  }

  const wanted: string[] = [];
  for (let partition = 0; partition < partitions; partition++) {
    const entries = Array.from({ length: perPartition }, (_, n) => {
      const message = testMessage({ stationId, groupId: randomUUID() });
      const links = { first: n % 5 !== 0, skewed: false, icao: null, flightKey: null };
      const messageJson = JSON.stringify(message);
      return { seq: n + 1, stationId, messageJson, linksJson: JSON.stringify(links), raw: "{}" };
    });
    await appendEntries(redis, keys, partition, "p:1", 0, entries);
    const asRead = entries.map((entry): StreamEntry => ({ ...entry, entryId: "", producer: "" }));
    const { chosen } = sample(asRead, secret, fraction);
    wanted.push(...chosen.map((entry) => (JSON.parse(entry.messageJson) as { id: string }).id));
  }
  await until("all that is sampled", () => got.length >= wanted.length);
  const state = await until("the counts of all replicas", async () => {
    const now = await readFirehoseState(redis, keys);
    return now !== null && now.seen === partitions * perPartition * 0.8 && now;
  });
  expect(got.toSorted()).toEqual(wanted.toSorted());
  expect(state).toMatchObject({ sampled: wanted.length, fraction });
  held.close();
});
