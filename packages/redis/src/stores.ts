import type { RedisClient } from "./connection/redis-client.ts";
import { createAssemblies } from "./assemblies/assemblies.ts";
import { createCanaryRuns } from "./canary/canary-runs.ts";
import { createStatusHistory } from "./canary/status-history.ts";
import { createAirlineCodesCopy } from "./directory/airline-codes.ts";
import { createRelayedNumbers } from "./directory/relayed.ts";
import { createRedisErasure } from "./directory/erasure.ts";
import { createStationAccessCopy } from "./directory/station-access.ts";
import { createStationIds } from "./directory/station-ids.ts";
import { createStationOwners } from "./directory/station-owners.ts";
import { createWatchedStations } from "./directory/watched-stations.ts";
import { createFeedLogs } from "./feed/feed-logs.ts";
import { createFirehoseStore } from "./firehose/firehose.ts";
import { createKeys } from "./keys.ts";
import { createLimiters } from "./limits/limiters.ts";
import { createQuotas } from "./limits/quota.ts";
import { createRequestCounts } from "./limits/request-counts.ts";
import { createAirframeDirectory } from "./linking/airframes.ts";
import { createHfdlIds } from "./linking/hfdl-ids.ts";
import { createLinks } from "./linking/links.ts";
import { createNotices } from "./notify/notices.ts";
import { createUserChannel } from "./notify/user-channel.ts";
import { createCspReportStore } from "./processes/csp-reports.ts";
import { createProcessStore } from "./processes/processes.ts";
import { createRestoreDesk } from "./restore/restore-desk.ts";
import { createPresenceStore } from "./presence/presence.ts";
import { createWatchStore } from "./watches/watches.ts";
import { MessageStreams } from "./streams/streams.ts";

/** Everything kept in Redis, bound to one connection and one namespace. */
export type Stores = ReturnType<typeof openStores>;

/**
 * Binds the stores to a connection. Opening is free: nothing is sent to Redis.
 *
 * @param redis a connection whose role suits the stores that are used: `limiter` for limiters and
 *   quotas, `append` or `request` for the others
 */
export function openStores(redis: RedisClient, namespace: string) {
  const keys = createKeys(namespace);
  return {
    keys,
    streams: new MessageStreams(redis, keys),
    feedLogs: createFeedLogs(redis, keys),
    firehose: createFirehoseStore(redis, keys),
    presence: createPresenceStore(redis, keys),
    watches: createWatchStore(redis, keys),
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
    relayedNumbers: createRelayedNumbers(redis, keys),
    erasure: createRedisErasure(redis, keys),
    processes: createProcessStore(redis, keys),
    restoreDesk: createRestoreDesk(redis, keys),
    cspReports: createCspReportStore(redis, keys),
    canaryRuns: createCanaryRuns(redis, keys),
    statusHistory: createStatusHistory(redis, keys),
  };
}
