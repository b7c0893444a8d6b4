export type { RedisErasure } from "./directory/erasure.ts";
export {
  aclFile,
  type AclPasswords,
  aclRules,
  aclUrl,
  type AclUser,
  aclUserName,
  aclUsers,
} from "./acl/acl.ts";
export {
  adapterRoomChannel,
  type AdapterSubscriber,
  createAdapterSubscriber,
} from "./channels/adapter-subscriber.ts";
export type { Channels, ChannelSubscription } from "./channels/channels.ts";
export { createChannels } from "./channels/create-channels.ts";
export {
  createRedisOpener,
  reconnectMs,
  type RedisConnection,
  type RedisOpener,
  type RedisRole,
} from "./connection/connection.ts";
export { emptyNamespace } from "./connection/empty-namespace.ts";
export { openCluster } from "./connection/open-cluster.ts";
export { neverRejectingPublisher } from "./connection/publisher.ts";
export { onReconnect, type RedisClient } from "./connection/redis-client.ts";
export {
  fillOf,
  limitOf,
  readRedisFacts,
  readRedisTimeMs,
  type RedisFacts,
  unwrittenText,
} from "./connection/server-facts.ts";
export { memoryFillMax, watchRedis } from "./connection/watch-server.ts";
export type { StationOwners } from "./directory/station-owners.ts";
export type { WatchedStations } from "./directory/watched-stations.ts";
export {
  type StoredWatch,
  type WatchBounds,
  watchLogId,
  type WatchStore,
  type WatchToStore,
} from "./watches/watches.ts";
export type {
  FeedAppend,
  FeedEntry,
  FeedLog,
  FeedLogCaps,
  FeedLogState,
  FeedSource,
} from "./feed/feed-logs.ts";
export {
  type FeedCursor,
  feedEpochMs,
  type FeedPosition,
  feedStart,
  followsDirectly,
  isAfter,
} from "./feed/feed-position.ts";
export type { FirehoseState, FirehoseStore } from "./firehose/firehose.ts";
export { createKeys, type Keys } from "./keys.ts";
export type { FixedWindowLimiter, LimitResult } from "./limits/fixed-window.ts";
export type { Limiters } from "./limits/limiters.ts";
export { accountConnections } from "./limits/quota.ts";
export type { RequestCounts } from "./limits/request-counts.ts";
export { type Quota, sniffingQuota } from "./limits/quota.ts";
export type { Attempt, SlidingLimiter } from "./limits/sliding-limiter.ts";
export { SlidingWindow } from "./limits/sliding-window.ts";
export type { HfdlIds, HfdlObservation } from "./linking/hfdl-ids.ts";
export {
  type Block,
  type JoinedWhole,
  type JoinResult,
  wholeBytesMax,
} from "./assemblies/assemblies.ts";
export { burstWindowMs, type Linkable, type LinkResult } from "./linking/links.ts";
export type { UserChannel, UserPush } from "./notify/user-channel.ts";
export type {
  PresenceChange,
  PresencePosition,
  PresenceStore,
  PresentConnection,
} from "./presence/presence.ts";
export type { RestoreDesk } from "./restore/restore-desk.ts";
export { reportProcess, type ReportingProcess } from "./processes/report-process.ts";
export type { ProcessStore } from "./processes/processes.ts";
export type { CanaryRuns } from "./canary/canary-runs.ts";
export type { StatusHistoryCopy } from "./canary/status-history.ts";
export type { CspReportStore } from "./processes/csp-reports.ts";
export type { PartitionWaiting } from "./streams/waiting.ts";
export { openStores, type Stores } from "./stores.ts";
export { runGroup } from "./streams/group.ts";
export type { GroupOptions } from "./streams/group-options.ts";
export type {
  AppendResult,
  MessageStreams,
  OutgoingEntry,
  StreamPositions,
} from "./streams/streams.ts";
