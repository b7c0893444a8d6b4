import { openDatabase, ownersUpdatedSince } from "@jetwire/db";
import {
  appendToFeedLog,
  checkFeedLog,
  createAdapterSubscriber,
  createChannels,
  createKeys,
  createRedisOpener,
  createWatchedStations,
  type FeedLogCaps,
  hearReturns,
  loadStationOwners,
  neverRejectingPublisher,
  type RefusedEntry,
  runGroup,
  saveStationOwners,
} from "@jetwire/redis";
import {
  backOffMs,
  createWaker,
  type Logger,
  pause,
  type ProcessContext,
  type Waker,
} from "@jetwire/runtime";
import type { FanoutConfig } from "./config.ts";
import { createDeliver } from "./deliver.ts";
import { openRoomEmitter } from "./emitter.ts";
import { createFeedAppending, type FeedAppending } from "./feed-appending.ts";
import { createOwners } from "./owners.ts";
import { createStationRooms } from "./station-rooms.ts";

const queryMsMax = 2_000;
/** Nothing says that it was heard of every return. */
const quietMsMax = 60_000;

/** Opens fanout: reads the stream as group `fanout` until disposed. */
export async function start(
  config: FanoutConfig,
  { log, metrics, health, fail }: ProcessContext,
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const keys = createKeys(config.JETWIRE_NAMESPACE);
  const database = stack.use(
    openDatabase(config.DATABASE_URL, { log, max: 2, applicationName: "jetwire-fanout" }),
  );
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("append"));
  const publisher = stack.use(neverRejectingPublisher(await opener.open("request"), metrics));
  const channels = createChannels(stack.use(await opener.open("subscriber")));

  const owners = createOwners(
    {
      updatedSince: (instant) =>
        database.withQueryDeadline((sql) => ownersUpdatedSince(sql, instant), queryMsMax),
      loadCopy: () => loadStationOwners(redis, keys),
      saveCopy: (changed) => saveStationOwners(redis, keys, changed),
    },
    Date.now,
    log.child({ part: "owners" }),
    metrics,
  );
  const emitter = stack.use(
    openRoomEmitter(publisher, createAdapterSubscriber(channels, log), keys.adapterPrefix),
  );
  const rooms = createStationRooms((data) => emitter.emitStationData(data));
  stack.defer(() => rooms.flush());

  const watched = createWatchedStations(redis, keys);
  const caps: FeedLogCaps = {
    entriesMax: config.FANOUT_FEED_ENTRIES_MAX,
    ageMsMax: config.FANOUT_FEED_HOURS_MAX * 3_600_000,
  };
  const feeds = createFeedAppending(
    (accountId, partition, messages, told) =>
      appendToFeedLog(redis, keys, accountId, partition, messages, caps, told),
    (accountId, told) => checkFeedLog(redis, keys, accountId, caps, told),
    () => performance.now(),
  );
  const deliver = createDeliver(
    {
      learn: (stationIds) => owners.learn(stationIds),
      ownerOf: (stationId) => owners.of(stationId),
      watched: () => watched.now(),
      appendToFeed: (accountId, partition, messages) =>
        feeds.append(accountId, partition, messages),
      emitToRoom: (messages) => rooms.add(messages),
    },
    metrics,
  );
  const refused = metrics.counter({
    name: "jetwire_fanout_entries_refused_total",
    help: "Stream entries that could not be read; the persister keeps them",
    labelNames: ["reason"],
  });

  const stop = new AbortController();
  const refreshing = owners.run(stop.signal);
  const returned = createWaker(stop.signal);
  hearReturns(redis, () => returned.wake());
  const checking = runFeedChecks(feeds, returned, log.child({ part: "feeds" }), stop.signal);
  const reading = runGroup(
    {
      opener,
      keys,
      group: "fanout",
      partitions: config.STREAM_PARTITIONS,
      holder: `fanout-${config.SERVICE_REPLICA}`,
      entriesMax: config.FANOUT_BATCH_ENTRIES_MAX,
      handle: deliver,
      refuse: async (_partition, entries: readonly RefusedEntry[]) => {
        for (const { reason } of entries) refused.inc({ reason });
      },
      log: log.child({ part: "group" }),
      metrics,
    },
    stop.signal,
  );
  reading.catch(fail);
  refreshing.catch(fail);
  checking.catch(fail);
  stack.defer(async () => {
    stop.abort();
    await Promise.allSettled([reading, refreshing, checking]);
  });
  health.check("redis", () => redis.status === "ready" || "not connected");
  health.check("owners", () => owners.loaded() || "station owners are not known yet");

  return stack.move();
}

/** Whenever a server of Redis is back, or another in its place, until all recent logs were looked at. */
async function runFeedChecks(
  feeds: FeedAppending,
  returned: Waker,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    if (failures === 0) await returned.wait(quietMsMax);
    else await pause(backOffMs(failures), signal);
    try {
      await feeds.checkRecent();
      failures = 0;
    } catch (error) {
      failures++;
      if (failures === 1)
        log.warn({ err: error }, "feed logs could not be looked at, trying again");
    }
  }
}
