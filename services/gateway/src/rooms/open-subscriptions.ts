import { type Sql, stationsById } from "@jetwire/db";
import {
  adapterRoomChannel,
  type Channels,
  findStationOwners,
  type HeldCounts,
  heldViewers,
  type Keys,
  readAirlineCodes,
  readFirehoseRecent,
  readFirehoseState,
  type RedisConnection,
} from "@jetwire/redis";
import type { Metrics } from "@jetwire/runtime";
import { createAirlines } from "../firehose/airline-codes.ts";
import { createFirehose } from "../firehose/firehose.ts";
import { createSubscribeLimit } from "../limits/event-limit.ts";
import { createMonitoredStations } from "./monitored-stations.ts";
import { createSniffStats } from "../firehose/sniff-stats.ts";
import { createStations } from "./stations.ts";
import type { SubscriptionSteps } from "./offer-subscriptions.ts";

export interface SubscriptionSources {
  readonly redis: RedisConnection;
  readonly keys: Keys;
  readonly channels: Channels;
  readonly held: HeldCounts;
  ask<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}

export interface Subscriptions {
  readonly steps: Omit<SubscriptionSteps, "isPublic">;
  run(signal: AbortSignal): Promise<void>;
}

const noLimit = Number.MAX_SAFE_INTEGER;

/** What clients can subscribe to, and what has to run for it. */
export function openSubscriptions(sources: SubscriptionSources, metrics: Metrics): Subscriptions {
  const { redis, keys, channels, held, ask } = sources;
  const stations = createStations({
    records: (ids) => ask((sql) => stationsById(sql, ids)),
    copies: (ids) => findStationOwners(redis, keys, ids),
  });
  const monitoredStations = createMonitoredStations(stations);
  const stats = createSniffStats(
    () => readFirehoseState(redis, keys),
    () => performance.now(),
  );
  const firehose = createFirehose(
    {
      channels,
      channel: keys.firehoseChannel,
      readRecent: () => readFirehoseRecent(redis, keys),
      joined: () => void held.take(heldViewers, noLimit),
      left: () => held.giveBack(heldViewers),
    },
    metrics,
  );
  return {
    steps: {
      limit: createSubscribeLimit(() => performance.now()),
      firehose,
      stats,
      stations,
      monitoredStations,
      airlines: createAirlines(() => readAirlineCodes(redis, keys), Date.now),
      holdRoom: (room) => channels.subscribe(adapterRoomChannel(keys, room), () => {}),
    },
    async run(signal) {
      await Promise.all([stats.run(signal), monitoredStations.run(signal)]);
    },
  };
}
