import { type Message, messageIdTimeMs, noCodes, type StationOwner } from "@jetwire/protocol";
import {
  emptyNamespace,
  createChannels,
  openStores,
  readRedisTimeMs,
  type Stores,
  watchLogId,
} from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { openTestRedis, randomNamespace, testMessage } from "@jetwire/testbed";
import { expect, inject } from "vitest";
import type { FeedSink } from "../src/feed/feed-reader.ts";
import type { Query } from "../src/query.ts";
import type { FoundStations } from "../src/rooms/stations.ts";
import { openWatchLogs } from "../src/watches/watch-logs.ts";
import { openWatches, type StartedWatch } from "../src/watches/watches.ts";
import { fakeClient } from "./scripted-feed.ts";

const log = createLogger("test", "silent");
const filter = { tail: "N101AB" };
const noRows: Query = async () => [] as never;

/** Watches of gateways on one Redis; without what repeats, unless a test runs it. */
export type WatchScene = Awaited<ReturnType<typeof openWatchScene>>;

export async function openWatchScene() {
  await using opening = new AsyncDisposableStack();
  const redis = opening.use(await openTestRedis(inject("redisUrl"), "append"));
  const subscriber = opening.use(await openTestRedis(inject("redisUrl"), "subscriber"));
  const stores = openStores(redis, randomNamespace());
  const { keys } = stores;
  opening.defer(() => emptyNamespace(redis, keys.namespace));
  const channels = createChannels(subscriber);
  const stations = new Map<number, StationOwner>();
  const asked = { count: 0 };
  stations.set(1, {
    stationId: 1,
    ident: "AB",
    accountId: null,
    sourceType: "acars",
    hidden: false,
  });
  // Gateways ask every two seconds.
  await stores.feedLogs.startedMs();
  const stack = opening.move();

  async function findAll(): Promise<FoundStations> {
    asked.count++;
    return new Map(stations);
  }

  /** @param feedLogs the stores of logs, with which a test may interfere */
  function openGateway(feedLogs: Stores["feedLogs"] = stores.feedLogs) {
    const sinks: FeedSink[] = [];
    const watches = openWatches({
      store: stores.watches,
      openLogs(registeredMs) {
        const logs = openWatchLogs(
          { feedLogs, channels, query: noRows, stations: { findAll }, registeredMs },
          log,
          createMetrics({}),
        );
        return {
          ...logs,
          subscribe(id, sink, after) {
            sinks.push(sink);
            return logs.subscribe(id, sink, after);
          },
        };
      },
      codes: { of: async () => noCodes },
      share: { measure: async () => null },
      olderFanout: { get: async () => false },
      quota: { reserve: async () => true, release() {} },
      limiters: stores.limiters,
      config: {
        WATCH_SHARE_MAX: 1,
        WATCHES_PER_ACCOUNT_MAX: 100,
        WATCHES_MAX: 100,
        WATCHES_SHARES_MAX: 1,
      },
      log,
    });
    return {
      /** Starts the watch of a client, and its delivery. */
      async start(after?: string) {
        const client = watchClient();
        const given = { filter, ...(after !== undefined && { after }) };
        const result = await watches.start("an-account", given, () => client.sink);
        if (!result.ok) throw new Error(result.reason);
        result.watch.begin();
        return { ...client, watch: result.watch, quiet: () => sinks.at(-1)?.quiet?.(null) };
      },
      /** Runs what repeats, until the scene is disposed. */
      run(): void {
        const stop = new AbortController();
        const running = watches.run(stop.signal);
        stack.defer(async () => {
          stop.abort();
          await running;
        });
      },
    };
  }

  /** Returns the time of Redis, Unix ms. */
  async function nowMs(): Promise<number> {
    return Math.floor(await readRedisTimeMs(redis));
  }

  return {
    stores,
    /** The stations that gateways find, which a test may change. */
    stations,
    /** How often gateways have looked for stations. */
    asked,
    openGateway,
    nowMs,
    /** Appends a message to the log of a watch, as fanout does. */
    async append({ watchId }: StartedWatch, over: Partial<Message> = {}): Promise<string> {
      const message = testMessage(over);
      const { stationId, id: messageId } = message;
      const appends = [{ stationId, messageId, messageJson: JSON.stringify(message) }];
      const caps = { entriesMax: 1_000, ageMsMax: 60_000 };
      await stores.feedLogs.of(watchLogId(watchId)).append(appends, caps);
      return messageId;
    },
    /**
     * Makes Redis lose the registrations of all watches. Returns in a later millisecond, so that whatever a test had before is
     * older than the next registration.
     */
    async loseRegistrations(): Promise<void> {
      await redis.del(...Object.values(keys.watches));
      const lostMs = await nowMs();
      await expect.poll(nowMs, { interval: 1 }).toBeGreaterThan(lostMs);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** Returns the time that a position says, Unix ms. */
export function timeOf(position: string | null | undefined): number {
  return messageIdTimeMs(position ?? "");
}

/** A client that keeps what it was sent, and reads at once. */
function watchClient() {
  const { sink, sent, batches, drainAll } = fakeClient();
  const positions: (string | null)[] = [];
  return {
    sent,
    /** The positions of its heartbeats. */
    positions,
    sink: { ...sink, quiet: (position: string | null) => void positions.push(position) },
    /** Returns whether a message was sent. */
    has(messageId: string): boolean {
      drainAll();
      return batches.some((batch) => batch.includes(messageId));
    },
  };
}
