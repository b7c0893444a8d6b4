import type { RedisClient } from "./connection/redis-client.ts";
import { type Assemblies, createAssemblies } from "./assemblies/assemblies.ts";
import { type CanaryRuns, createCanaryRuns } from "./canary/canary-runs.ts";
import { type AirlineCodesCopy, createAirlineCodesCopy } from "./directory/airline-codes.ts";
import { createRedisErasure, type RedisErasure } from "./directory/erasure.ts";
import { createStationAccessCopy, type StationAccessCopy } from "./directory/station-access.ts";
import { createStationIds, type StationIds } from "./directory/station-ids.ts";
import { createStationOwners, type StationOwners } from "./directory/station-owners.ts";
import { createWatchedStations, type WatchedStations } from "./directory/watched-stations.ts";
import { createFeedLogs, type FeedLogs } from "./feed/feed-logs.ts";
import { createFirehoseStore, type FirehoseStore } from "./firehose/firehose.ts";
import { createKeys, type Keys } from "./keys.ts";
import { createLimiters, type Limiters } from "./limits/limiters.ts";
import { createQuotas, type Quotas } from "./limits/quota.ts";
import { createRequestCounts, type RequestCounts } from "./limits/request-counts.ts";
import { type AirframeDirectory, createAirframeDirectory } from "./linking/airframes.ts";
import { createHfdlIds, type HfdlIds } from "./linking/hfdl-ids.ts";
import { createLinks, type Links } from "./linking/links.ts";
import { createNotices, type Notices } from "./notify/notices.ts";
import { createUserChannel, type UserChannel } from "./notify/user-channel.ts";
import { type CspReportStore, createCspReportStore } from "./processes/csp-reports.ts";
import { createProcessStore, type ProcessStore } from "./processes/processes.ts";
import { createPresenceStore, type PresenceStore } from "./presence/presence.ts";
import { createStreams, type MessageStreams } from "./streams/streams.ts";

/** Everything kept in Redis, bound to one connection and one namespace. */
export interface Stores {
  readonly keys: Keys;
  readonly streams: MessageStreams;
  readonly feedLogs: FeedLogs;
  readonly firehose: FirehoseStore;
  readonly presence: PresenceStore;
  readonly quotas: Quotas;
  readonly limiters: Limiters;
  readonly requestCounts: RequestCounts;
  readonly notices: Notices;
  readonly userChannel: UserChannel;
  readonly links: Links;
  readonly hfdlIds: HfdlIds;
  readonly assemblies: Assemblies;
  readonly airframes: AirframeDirectory;
  readonly stationOwners: StationOwners;
  readonly stationIds: StationIds;
  readonly stationAccess: StationAccessCopy;
  readonly watchedStations: WatchedStations;
  readonly airlineCodes: AirlineCodesCopy;
  readonly erasure: RedisErasure;
  readonly processes: ProcessStore;
  readonly cspReports: CspReportStore;
  readonly canaryRuns: CanaryRuns;
}

/**
 * Binds the stores to a connection. Opening is free: nothing is sent to Redis.
 *
 * @param redis a connection whose role suits the stores that are used: `limiter` for limiters and
 *   quotas, `append` or `request` for the others
 */
export function openStores(redis: RedisClient, namespace: string): Stores {
  const keys = createKeys(namespace);
  return {
    keys,
    streams: createStreams(redis, keys),
    feedLogs: createFeedLogs(redis, keys),
    firehose: createFirehoseStore(redis, keys),
    presence: createPresenceStore(redis, keys),
    quotas: createQuotas(redis, keys),
    limiters: createLimiters(redis, keys),
    requestCounts: createRequestCounts(redis, keys),
    notices: createNotices(redis, keys),
    userChannel: createUserChannel(redis, keys),
    links: createLinks(redis, keys),
    hfdlIds: createHfdlIds(redis, keys),
    assemblies: createAssemblies(redis, keys),
    airframes: createAirframeDirectory(redis, keys),
    stationOwners: createStationOwners(redis, keys),
    stationIds: createStationIds(redis, keys),
    stationAccess: createStationAccessCopy(redis, keys),
    watchedStations: createWatchedStations(redis, keys),
    airlineCodes: createAirlineCodesCopy(redis, keys),
    erasure: createRedisErasure(redis, keys),
    processes: createProcessStore(redis, keys),
    cspReports: createCspReportStore(redis, keys),
    canaryRuns: createCanaryRuns(redis, keys),
  };
}
