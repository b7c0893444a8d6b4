import { openDatabase, readTimeMs } from "@jetwire/db";
import {
  createAdapterSubscriber,
  createChannels,
  createRedisOpener,
  neverRejectingPublisher,
  onReconnect,
  openStores,
  readRedisTimeMs,
  reportProcess,
  runGroup,
  watchRedis,
} from "@jetwire/redis";
import {
  createReplicaId,
  createTaskGroup,
  createWaker,
  type ProcessContext,
  watchClock,
} from "@jetwire/runtime";
import type { FanoutConfig } from "./config.ts";
import { createDeliver } from "./deliver.ts";
import { runDeliveryMarks } from "./delivery-marks.ts";
import { createFeedAppender } from "./feed-appender.ts";
import { createOwners } from "./owners.ts";
import { createRedactions } from "./redactions.ts";
import { openRoomEmitter } from "./room-emitter.ts";
import { createStationRooms } from "./station-rooms.ts";

/** Opens fanout: reads the stream as group `fanout` until disposed. */
export async function start(
  config: FanoutConfig,
  { log, metrics, health, tracing, fail }: ProcessContext,
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const replica = createReplicaId();
  const database = stack.use(
    openDatabase(config.DATABASE_URL, { log, max: 2, applicationName: "jetwire-fanout" }),
  );
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("append"));
  stack.use(await watchRedis(redis, { log, metrics, health }));
  const { keys, feedLogs, streams, stationOwners, watchedStations, processes } = openStores(
    redis,
    config.JETWIRE_NAMESPACE,
  );
  const publisher = stack.use(neverRejectingPublisher(await opener.open("request"), metrics));
  const channels = createChannels(stack.use(await opener.open("subscriber")));
  const emitter = stack.use(
    openRoomEmitter(publisher, createAdapterSubscriber(channels, log), keys.adapterPrefix),
  );
  const rooms = createStationRooms(emitter);

  const owners = createOwners({
    database,
    copy: stationOwners,
    now: Date.now,
    log: log.child({ part: "owners" }),
    metrics,
  });
  const feeds = createFeedAppender(feedLogs, {
    caps: {
      entriesMax: config.FANOUT_FEED_ENTRIES_MAX,
      ageMsMax: config.FANOUT_FEED_HOURS_MAX * 3_600_000,
    },
    now: () => performance.now(),
  });
  const redactions = createRedactions({
    database,
    feedLogs,
    streams,
    partitions: config.STREAM_PARTITIONS,
    log: log.child({ part: "redactions" }),
  });
  const refused = metrics.counter({
    name: "jetwire_fanout_entries_refused_total",
    help: "Stream entries that could not be read; the persister stores them as dead letters",
    labelNames: ["reason"],
  });

  const tasks = stack.use(createTaskGroup(fail));
  const clocks = { Redis: () => readRedisTimeMs(redis), Postgres: () => readTimeMs(database) };
  tasks.run((signal) => watchClock(clocks, { log, metrics, health }, signal));
  const self = { service: "fanout", replica, number: config.SERVICE_REPLICA, health };
  tasks.run((signal) => reportProcess(processes, self, signal));
  tasks.run((signal) => owners.run(signal));
  tasks.run((signal) => {
    const reconnected = createWaker(signal);
    onReconnect(redis, () => reconnected.wake());
    return feeds.run(reconnected, log.child({ part: "feeds" }), signal);
  });
  tasks.run((signal) => redactions.run(signal));
  tasks.run((signal) =>
    runDeliveryMarks(
      { streams, database, partitions: config.STREAM_PARTITIONS },
      log.child({ part: "marks" }),
      signal,
    ),
  );
  tasks.run((signal) =>
    runGroup(
      {
        opener,
        keys,
        group: "fanout",
        partitions: config.STREAM_PARTITIONS,
        replica,
        entriesMax: config.FANOUT_BATCH_ENTRIES_MAX,
        handle: createDeliver(
          { owners, watchedStations, redactions, feeds, rooms },
          metrics,
          tracing?.stage("publish"),
        ),
        outbox: rooms,
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
  health.check("owners", () => owners.isLoaded() || "station owners are not loaded yet");

  return stack.move();
}
