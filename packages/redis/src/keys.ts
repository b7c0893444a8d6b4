/**
 * Every key and channel name. The `{tag}` in a name decides its hash slot in a Redis Cluster: all
 * keys of one script share a tag.
 */
export interface Keys {
  readonly namespace: string;
  /** How many partitions of the message stream have ever been appended to. */
  readonly partitions: string;
  /** A partition of the message stream. */
  stream(partition: number): string;
  /** The details of a partition's entries, under the same entry ids: what only the persister reads. */
  streamDetails(partition: number): string;
  /** Last sequence number appended to a partition, by producer and epoch (hash). */
  appended(partition: number): string;
  /** The entry by which a dead letter was put back into a partition, for some time. */
  requeued(partition: number, deadLetterId: number): string;
  /** The replica that may read a partition for a group now (a lease), in the partition's hash slot. */
  lease(group: string, partition: number): string;
  /** The last owner of a lease and its fencing token (hash), in the partition's hash slot. */
  leaseToken(group: string, partition: number): string;
  /** Replicas of a group that are alive, by time of their last heartbeat (sorted set). */
  members(group: string): string;
  /** Keys of linking; all in one hash slot, so that a batch is one script. */
  readonly link: LinkKeys;
  /** Station ids by ident (hash), a copy of Postgres. */
  readonly stationIds: string;
  /** ICAO codes of airlines by IATA code (hash), a copy of Postgres. */
  readonly airlineCodes: string;
  /** An account's feed log (stream), the state of its positions (hash) and the position of each message id (sorted set). */
  feedLog(accountId: string): string;
  feedPositions(accountId: string): string;
  feedIndex(accountId: string): string;
  /** Announces growth of an account's feed log (sharded channel). */
  feedChannel(accountId: string): string;
  /** Events for a user's sessions on all gateways (sharded channel). */
  userChannel(userId: string): string;
  readonly presence: PresenceKeys;
  /** The time from which this Redis has kept feed logs without being emptied, Unix ms. */
  readonly feedsBegan: string;
  /** The firehose's ticks (sharded channel). */
  readonly firehoseChannel: string;
  /** The firehose's latest messages, oldest first (list); in the channel's hash slot. */
  readonly firehoseRecent: string;
  /** The firehose's fraction, budget and traffic counts (hash). */
  readonly firehoseState: string;
  readonly watches: WatchKeys;
  readonly quota: QuotaKeys;
  /** The requests of an account in an hour since 1970 (number). */
  requests(accountId: string, hour: number): string;
  /** Owners of stations, a copy of Postgres for a start without it (hash). */
  readonly stationOwners: string;
  /** Keys and policies of stations, a copy of Postgres for a start without it (hash). */
  readonly stationAccess: string;
  /** Prefix of the Socket.IO adapter's channels. */
  readonly adapterPrefix: string;
  /** Prefix of rate limiters' keys. */
  readonly limiterPrefix: string;
  /** Prefix of BullMQ's keys. */
  readonly jobsPrefix: string;
  /** Revocations and other notices to every process (sharded channel). */
  readonly notices: string;
  readonly processes: ProcessKeys;
  /** Up to which number lines of relays are on disk (hash), and when each series was used last (sorted set). */
  readonly relayed: { readonly numbers: string; readonly uses: string };
  /** The last violations of the page's policy, newest first (list). */
  readonly cspReports: string;
  /** The results of the last canary messages, newest first (list). */
  readonly canaryRuns: string;
  /** The past as the status page shows it (string). */
  readonly statusHistory: string;
}

/** Keys of the processes that are alive; all in one hash slot. */
interface ProcessKeys {
  /** Replicas by the time their lease ends (sorted set). */
  readonly leases: string;
  /** Their rows as JSON (hash). */
  readonly rows: string;
  /** Replicas that an operator drains, by their last report (sorted set). */
  readonly drained: string;
}

/** Keys of presence; all in one hash slot. */
interface PresenceKeys {
  /** Connections, `<user> <connection>`, by the time their lease ends (sorted set). */
  readonly leases: string;
  /** Leases of each user who is online (hash). */
  readonly counts: string;
  /** Position of the last change, times of the last sweep (hash). */
  readonly state: string;
  /** Changes as they happen (sharded channel). */
  readonly channel: string;
}

/** Keys of watches; all in one hash slot. Their logs have the names of feed logs. */
interface WatchKeys {
  /** The filter of each watch, as JSON (hash). */
  readonly filters: string;
  /** Watches by the time at which they end (sorted set). */
  readonly ends: string;
  /** Watches by the revision that added them (sorted set). */
  readonly added: string;
  /** Grows with each watch that is added. */
  readonly revision: string;
  /** The time since which each watch is registered (hash). */
  readonly since: string;
  /** The share of the messages of each watch (hash). */
  readonly shares: string;
}

/** Keys of quotas; all in one hash slot. */
interface QuotaKeys {
  /** Replicas by the time their lease ends (sorted set). */
  readonly replicas: string;
  /** Followed by a replica's id: the amounts that it has reserved, by name (hash). */
  readonly ofReplicaPrefix: string;
}

interface LinkKeys {
  /** Exact repeats of one station's objects. */
  readonly repeatPrefix: string;
  /** The same burst on another channel of one station. */
  readonly burstPrefix: string;
  /** Transmissions, as received by any station. */
  readonly groupPrefix: string;
  /** Open flights by airframe. */
  readonly flightPrefix: string;
  /** Open wholes of messages of several blocks (hashes). */
  readonly wholePrefix: string;
  /** Wholes opened lately for a station or an aircraft. */
  readonly wholeCountPrefix: string;
  /** Airframe ids by 24-bit address and by tail (hashes). */
  readonly airframesByIcao: string;
  readonly airframesByTail: string;
  /** Followed by a period: which aircraft has which number at HFDL ground stations (hash). */
  readonly hfdlIdsPrefix: string;
}

export function createKeys(namespace: string): Keys {
  const n = namespace;
  return {
    namespace,
    partitions: `${n}:partitions`,
    stream: (partition) => `${n}:messages:{${n}.${partition}}`,
    streamDetails: (partition) => `${n}:message-details:{${n}.${partition}}`,
    appended: (partition) => `${n}:appended:{${n}.${partition}}`,
    requeued: (partition, id) => `${n}:requeued:{${n}.${partition}}:${id}`,
    lease: (group, partition) => `${n}:lease:${group}:{${n}.${partition}}`,
    leaseToken: (group, partition) => `${n}:lease-token:${group}:{${n}.${partition}}`,
    members: (group) => `${n}:members:${group}`,
    link: {
      repeatPrefix: `${n}:{${n}.link}:repeat:`,
      burstPrefix: `${n}:{${n}.link}:burst:`,
      groupPrefix: `${n}:{${n}.link}:group:`,
      flightPrefix: `${n}:{${n}.link}:flight:`,
      wholePrefix: `${n}:{${n}.link}:whole:`,
      wholeCountPrefix: `${n}:{${n}.link}:wholes:`,
      airframesByIcao: `${n}:{${n}.link}:airframes:icao`,
      airframesByTail: `${n}:{${n}.link}:airframes:tail`,
      hfdlIdsPrefix: `${n}:{${n}.link}:hfdl-ids:`,
    },
    stationIds: `${n}:stations:ids`,
    airlineCodes: `${n}:airlines`,
    feedLog: (accountId) => `${n}:feed:{${n}.${accountId}}`,
    feedPositions: (accountId) => `${n}:feed-positions:{${n}.${accountId}}`,
    feedIndex: (accountId) => `${n}:feed-index:{${n}.${accountId}}`,
    feedChannel: (accountId) => `${n}:feed-grew:{${n}.${accountId}}`,
    userChannel: (userId) => `${n}:user:{${n}.${userId}}`,
    presence: {
      leases: `${n}:{${n}.presence}:leases`,
      counts: `${n}:{${n}.presence}:counts`,
      state: `${n}:{${n}.presence}:state`,
      channel: `${n}:{${n}.presence}:changed`,
    },
    feedsBegan: `${n}:feeds-began`,
    firehoseChannel: `${n}:{${n}.firehose}:ticks`,
    firehoseRecent: `${n}:{${n}.firehose}:recent`,
    firehoseState: `${n}:firehose:state`,
    watches: {
      filters: `${n}:{${n}.watches}:filters`,
      ends: `${n}:{${n}.watches}:ends`,
      added: `${n}:{${n}.watches}:added`,
      revision: `${n}:{${n}.watches}:revision`,
      since: `${n}:{${n}.watches}:since`,
      shares: `${n}:{${n}.watches}:shares`,
    },
    quota: {
      replicas: `${n}:{${n}.quota}:replicas`,
      ofReplicaPrefix: `${n}:{${n}.quota}:of:`,
    },
    requests: (accountId, hour) => `${n}:requests:{${n}.${accountId}}:${hour}`,
    stationOwners: `${n}:stations:owners`,
    stationAccess: `${n}:stations:access`,
    adapterPrefix: `${n}:socket.io`,
    limiterPrefix: `${n}:limit`,
    jobsPrefix: `${n}:jobs`,
    notices: `${n}:notices`,
    processes: {
      leases: `${n}:{${n}.processes}:leases`,
      rows: `${n}:{${n}.processes}:rows`,
      drained: `${n}:{${n}.processes}:draining`,
    },
    relayed: { numbers: `${n}:{${n}.relayed}:numbers`, uses: `${n}:{${n}.relayed}:uses` },
    cspReports: `${n}:csp-reports`,
    canaryRuns: `${n}:canary-runs`,
    statusHistory: `${n}:status-history`,
  };
}
