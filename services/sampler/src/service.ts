import { listCanaryStations, openDatabase, readTimeMs } from "@jetwire/db";
import {
  createRedisOpener,
  openStores,
  readRedisTimeMs,
  reportProcess,
  runGroup,
  watchRedis,
} from "@jetwire/redis";
import {
  createReplicaId,
  createTaskGroup,
  every,
  type ProcessContext,
  watchClock,
} from "@jetwire/runtime";
import type { SamplerConfig } from "./config.ts";
import { createLinkLookups, enrich } from "./enrich.ts";
import { createFirehose } from "./firehose.ts";

/** Viewers watch what is received now. The stream keeps entries for the sampler twice as long. */
const lateMsMax = 30_000;
/** The stations of canary messages are created once. */
const canaryIdsMs = 60_000;
const queryMsMax = 2_000;

/** Opens the sampler: reads the stream as group `sampler` until disposed. */
export async function start(
  config: SamplerConfig,
  { log, metrics, health, tracing, fail }: ProcessContext,
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const replica = createReplicaId();
  const database = stack.use(
    openDatabase(config.DATABASE_URL, { log, max: 3, applicationName: "jetwire-sampler" }),
  );
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("request"));
  stack.use(await watchRedis(redis, { log, metrics, health }));
  const {
    keys,
    firehose: store,
    stationOwners,
    processes,
  } = openStores(redis, config.JETWIRE_NAMESPACE);
  const links = createLinkLookups(database, stationOwners, log);
  let canaryIds: ReadonlySet<number> = new Set();
  const firehose = createFirehose(
    {
      secret: config.SAMPLER_SECRET,
      fractionMax: config.SAMPLER_FRACTION,
      eventsPerSecondMax: config.SAMPLER_EVENTS_PER_SECOND_MAX,
      store,
      enrich: (messages) => enrich(messages, links),
      visibleStations: async (ids) => new Set((await links.stations.find(ids)).keys()),
      canaryIds: () => canaryIds,
      now: () => performance.now(),
      trace: tracing?.stage("sample"),
    },
    metrics,
  );
  const refused = metrics.counter({
    name: "jetwire_sampler_entries_refused_total",
    help: "Stream entries that could not be read; the persister stores them as dead letters",
    labelNames: ["reason"],
  });

  const tickMs = config.SAMPLER_TICK_MS;
  const tasks = stack.use(createTaskGroup(fail));
  const clocks = { Redis: () => readRedisTimeMs(redis), Postgres: () => readTimeMs(database) };
  tasks.run((signal) => watchClock(clocks, { log, metrics, health }, signal));
  const self = { service: "sampler", replica, number: config.SERVICE_REPLICA, health };
  tasks.run((signal) => reportProcess(processes, self, signal));
  tasks.run((signal) =>
    // The messages of a failed tick are lost to viewers, as the firehose permits.
    every(tickMs, () => firehose.tick(), {
      signal,
      log: log.child({ part: "ticks" }),
      task: "send a tick of the firehose",
      retryMsMax: tickMs,
    }),
  );
  const readCanaryIds = async () => {
    canaryIds = new Set(await database.withQueryDeadline(listCanaryStations, queryMsMax));
  };
  tasks.run((signal) =>
    every(canaryIdsMs, readCanaryIds, {
      signal,
      log,
      task: "read the stations of canary messages",
    }),
  );
  tasks.run((signal) =>
    runGroup(
      {
        opener,
        keys,
        group: "sampler",
        partitions: config.STREAM_PARTITIONS,
        replica,
        entriesMax: config.SAMPLER_BATCH_ENTRIES_MAX,
        lingerMs: tickMs / 2,
        lateMsMax,
        handle: async (partition, entries) => firehose.take(partition, entries),
        outbox: firehose,
        refuse: async (_partition, entries) => {
          for (const { reason } of entries) refused.inc({ reason });
        },
        log: log.child({ part: "group" }),
        metrics,
        health,
        stallMsMax: config.STREAM_STALL_MS_MAX,
      },
      signal,
    ),
  );
  health.check("redis", () => redis.status === "ready" || "not connected");

  return stack.move();
}
