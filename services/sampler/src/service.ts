import type { MessageStation } from "@jetwire/protocol";
import { airframesById, type Database, flightsById, openDatabase, stationsById } from "@jetwire/db";
import {
  countHeard,
  createKeys,
  createRedisOpener,
  findStationOwners,
  firehoseListeners,
  type Keys,
  publishFirehoseTick,
  type RedisConnection,
  type RefusedEntry,
  runGroup,
  writeFirehoseRule,
} from "@jetwire/redis";
import { type Logger, pause, type ProcessContext } from "@jetwire/runtime";
import type { SamplerConfig } from "./config.ts";
import { createFirehose, type Firehose } from "./deliver.ts";
import { enrich, type Links } from "./enrich.ts";
import { createKnownThings } from "./known-things.ts";

const queryMsMax = 500;

/** Opens the sampler: reads the stream as group `sampler` until disposed. */
export async function start(
  config: SamplerConfig,
  { log, metrics, health, fail }: ProcessContext,
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const keys = createKeys(config.JETWIRE_NAMESPACE);
  const database = stack.use(
    openDatabase(config.DATABASE_URL, { log, max: 3, applicationName: "jetwire-sampler" }),
  );
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("request"));
  const links = createLinks(database, redis, keys, log);
  const eventsPerSecondMax = config.SAMPLER_EVENTS_PER_SECOND_MAX;
  const firehose = createFirehose(
    {
      secret: config.SAMPLER_SECRET,
      fractionMax: config.SAMPLER_FRACTION,
      eventsPerSecondMax,
    },
    {
      countHeard: (transmissions, chosen) => countHeard(redis, keys, transmissions, chosen),
      announce: (fraction) => writeFirehoseRule(redis, keys, { fraction, eventsPerSecondMax }),
      listeners: () => firehoseListeners(redis, keys),
      enrich: (messages) => enrich(messages, links),
      publish: (fraction, messageTexts) =>
        publishFirehoseTick(redis, keys, { fraction }, messageTexts),
      now: () => performance.now(),
    },
    metrics,
  );
  const refused = metrics.counter({
    name: "jetwire_sampler_entries_refused_total",
    help: "Stream entries that could not be read; the persister keeps them",
    labelNames: ["reason"],
  });

  const stop = new AbortController();
  const ticking = runTicks(
    firehose,
    config.SAMPLER_TICK_MS,
    log.child({ part: "ticks" }),
    stop.signal,
  );
  const reading = runGroup(
    {
      opener,
      keys,
      group: "sampler",
      partitions: config.STREAM_PARTITIONS,
      holder: `sampler-${config.SERVICE_REPLICA}`,
      entriesMax: config.SAMPLER_BATCH_ENTRIES_MAX,
      lingerMs: config.SAMPLER_TICK_MS / 2,
      handle: async (_partition, entries) => firehose.take(entries),
      refuse: async (_partition, entries: readonly RefusedEntry[]) => {
        for (const { reason } of entries) refused.inc({ reason });
      },
      log: log.child({ part: "group" }),
      metrics,
    },
    stop.signal,
  );
  reading.catch(fail);
  ticking.catch(fail);
  stack.defer(async () => {
    stop.abort();
    await Promise.allSettled([reading, ticking]);
  });
  health.check("redis", () => redis.status === "ready" || "not connected");

  return stack.move();
}

async function runTicks(
  firehose: Firehose,
  tickMs: number,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  let failing = false;
  while (!signal.aborted) {
    try {
      await firehose.tick();
      failing = false;
    } catch (error) {
      // What was in this tick is lost to viewers, as a tick may be; said once per outage.
      if (!failing) log.warn({ err: error }, "a tick of the firehose failed");
      failing = true;
    }
    await pause(tickMs, signal);
  }
}

/** Hidden stations take effect within the stations' freshness, learnt airframes within theirs. */
function createLinks(database: Database, redis: RedisConnection, keys: Keys, log: Logger): Links {
  const shared = {
    entriesMax: 20_000,
    now: Date.now,
    failed: (error: unknown) => log.debug({ err: error }, "enrichment goes on without Postgres"),
  };
  return {
    stations: createKnownThings<number, MessageStation>({
      ...shared,
      freshMs: 5_000,
      fetch: (ids) => database.withQueryDeadline((sql) => stationsById(sql, ids), queryMsMax),
      fallback: (ids) => visibleFromCopy(redis, keys, ids),
    }),
    airframes: createKnownThings({
      ...shared,
      freshMs: 60_000,
      fetch: (ids) => database.withQueryDeadline((sql) => airframesById(sql, ids), queryMsMax),
    }),
    flights: createKnownThings({
      ...shared,
      freshMs: 10_000,
      fetch: (ids) => database.withQueryDeadline((sql) => flightsById(sql, ids), queryMsMax),
    }),
  };
}

async function visibleFromCopy(
  redis: RedisConnection,
  keys: Keys,
  ids: readonly number[],
): Promise<Map<number, MessageStation>> {
  const owners = await findStationOwners(redis, keys, ids);
  const visible = owners.filter((owner) => !owner.hidden);
  return new Map(
    visible.map(({ stationId, ident, sourceType }) => [
      stationId,
      { id: stationId, ident, sourceType, countryCode: null, latitude: null, longitude: null },
    ]),
  );
}
