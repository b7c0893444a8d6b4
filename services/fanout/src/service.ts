import { createAdapterSubscriber, neverRejectingPublisher, onReconnect } from "@jetwire/redis";
import { createWaker, type ProcessContext } from "@jetwire/runtime";
import { countRefused, openService } from "@jetwire/service";
import type { FanoutConfig } from "./config.ts";
import { createDeliver } from "./deliver.ts";
import { runDeliveryMarks } from "./delivery-marks.ts";
import { createFeedAppender } from "./feed-appender.ts";
import { createOwners } from "./owners.ts";
import { createRedactions } from "./redactions.ts";
import { openRoomEmitter } from "./room-emitter.ts";
import { createWatches } from "./watches.ts";
import { createStationRooms } from "./station-rooms.ts";

/** The messages that a client of a watch can have missed when it resumes; more is a gap. */
const watchEntriesMax = 5_000;
const watchMsMax = 3_600_000;

/** Opens fanout: reads the stream as group `fanout` until disposed. */
export async function start(
  config: FanoutConfig,
  context: ProcessContext,
): Promise<AsyncDisposable> {
  const { log, metrics, health, tracing } = context;
  await using service = await openService(config, context, {
    redis: "append",
    database: { max: 2 },
  });
  const { stack, database, opener, redis } = service;
  const { keys, feedLogs, streams, stationOwners, watchedStations } = service.stores;
  const publisher = stack.use(neverRejectingPublisher(await opener.open("request"), metrics));
  const channels = await service.openChannels();
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
  const watches = createWatches({
    store: service.stores.watches,
    airlineCodes: service.stores.airlineCodes,
    log: log.child({ part: "watches" }),
    metrics,
  });
  const watchLogs = createFeedAppender(feedLogs, {
    caps: { entriesMax: watchEntriesMax, ageMsMax: watchMsMax },
    now: () => performance.now(),
  });
  const redactions = createRedactions({
    database,
    feedLogs,
    streams,
    partitions: config.STREAM_PARTITIONS,
    log: log.child({ part: "redactions" }),
  });
  const tasks = service.openTasks();
  tasks.run((signal) => owners.run(signal));
  tasks.run((signal) => {
    const reconnected = createWaker(signal);
    onReconnect(redis, () => reconnected.wake());
    return feeds.run(reconnected, log.child({ part: "feeds" }), signal);
  });
  tasks.run((signal) => {
    const reconnected = createWaker(signal);
    onReconnect(redis, () => reconnected.wake());
    return watchLogs.run(reconnected, log.child({ part: "watches" }), signal);
  });
  tasks.run((signal) => redactions.run(signal));
  tasks.run((signal) => watches.run(signal));
  tasks.run((signal) =>
    runDeliveryMarks(
      { streams, database, partitions: config.STREAM_PARTITIONS },
      log.child({ part: "marks" }),
      signal,
    ),
  );
  tasks.run((signal) =>
    service.readGroup(
      {
        group: "fanout",
        entriesMax: config.FANOUT_BATCH_ENTRIES_MAX,
        handle: createDeliver(
          { owners, watchedStations, redactions, feeds, watches, watchLogs, rooms },
          metrics,
          tracing?.stage("publish"),
        ),
        outbox: rooms,
        refuse: countRefused("fanout", metrics),
        log: log.child({ part: "group" }),
      },
      signal,
    ),
  );
  health.check("redis", () => redis.status === "ready" || "not connected");
  health.check("owners", () => owners.isLoaded() || "station owners are not loaded yet");
  // A gateway offers watches only if every fanout reports how many it compares with.
  return service.run({ figures: () => ({ watches: watches.count() }) });
}
