/**
 * Every key and channel name. The `{tag}` in a name decides its hash slot in a Redis Cluster: all
 * keys of one script share a tag.
 */
export type Keys = ReturnType<typeof createKeys>;

/** Returns the names in a namespace. */
export function createKeys(namespace: string) {
  const n = namespace;
  return {
    namespace,
    /** How many partitions of the message stream have ever been appended to. */
    partitions: `${n}:partitions`,
    /** A partition of the message stream. */
    stream: (partition: number) => `${n}:messages:{${n}.${partition}}`,
    /** The details of a partition's entries, under the same entry ids: what only the persister reads. */
    streamDetails: (partition: number) => `${n}:message-details:{${n}.${partition}}`,
    /** Last sequence number appended to a partition, by producer and epoch (hash). */
    appended: (partition: number) => `${n}:appended:{${n}.${partition}}`,
    /** The entry by which a dead letter was put back into a partition, for some time. */
    requeued: (partition: number, deadLetterId: number) =>
      `${n}:requeued:{${n}.${partition}}:${deadLetterId}`,
    /** The replica that may read a partition for a group now (a lease), in the partition's hash slot. */
    lease: (group: string, partition: number) => `${n}:lease:${group}:{${n}.${partition}}`,
    /** The last owner of a lease and its fencing token (hash), in the partition's hash slot. */
    leaseToken: (group: string, partition: number) =>
      `${n}:lease-token:${group}:{${n}.${partition}}`,
    /** Replicas of a group that are alive, by time of their last heartbeat (sorted set). */
    members: (group: string) => `${n}:members:${group}`,
    /** Keys of linking; all in one hash slot, so that a batch is one script. */
    link: {
      /** Exact repeats of one station's objects. */
      repeatPrefix: `${n}:{${n}.link}:repeat:`,
      /** The same burst on another channel of one station. */
      burstPrefix: `${n}:{${n}.link}:burst:`,
      /** Transmissions, as received by any station. */
      groupPrefix: `${n}:{${n}.link}:group:`,
      /** Open flights by airframe. */
      flightPrefix: `${n}:{${n}.link}:flight:`,
      /** Open wholes of messages of several blocks (hashes). */
      wholePrefix: `${n}:{${n}.link}:whole:`,
      /** Wholes opened lately for a station or an aircraft. */
      wholeCountPrefix: `${n}:{${n}.link}:wholes:`,
      /** Airframe ids by 24-bit address and by tail (hashes). */
      airframesByIcao: `${n}:{${n}.link}:airframes:icao`,
      airframesByTail: `${n}:{${n}.link}:airframes:tail`,
      /** Followed by a period: which aircraft has which number at HFDL ground stations (hash). */
      hfdlIdsPrefix: `${n}:{${n}.link}:hfdl-ids:`,
    },
    /** Station ids by ident (hash), a copy of Postgres. */
    stationIds: `${n}:stations:ids`,
    /** ICAO codes of airlines by IATA code (hash), a copy of Postgres. */
    airlineCodes: `${n}:airlines`,
    /** An account's feed log (stream), the state of its positions (hash) and the position of each message id (sorted set). */
    feedLog: (accountId: string) => `${n}:feed:{${n}.${accountId}}`,
    feedPositions: (accountId: string) => `${n}:feed-positions:{${n}.${accountId}}`,
    feedIndex: (accountId: string) => `${n}:feed-index:{${n}.${accountId}}`,
    /** Announces growth of an account's feed log (sharded channel). */
    feedChannel: (accountId: string) => `${n}:feed-grew:{${n}.${accountId}}`,
    /** Events for a user's sessions on all gateways (sharded channel). */
    userChannel: (userId: string) => `${n}:user:{${n}.${userId}}`,
    /** Keys of presence; all in one hash slot. */
    presence: {
      /** Connections, `<user> <connection>`, by the time their lease ends (sorted set). */
      leases: `${n}:{${n}.presence}:leases`,
      /** Leases of each user who is online (hash). */
      counts: `${n}:{${n}.presence}:counts`,
      /** Position of the last change, times of the last sweep (hash). */
      state: `${n}:{${n}.presence}:state`,
      /** Changes as they happen (sharded channel). */
      channel: `${n}:{${n}.presence}:changed`,
    },
    /** The time from which this Redis has kept feed logs without being emptied, Unix ms. */
    feedsBegan: `${n}:feeds-began`,
    /** The firehose's ticks (sharded channel). */
    firehoseChannel: `${n}:{${n}.firehose}:ticks`,
    /** The firehose's latest messages, oldest first (list); in the channel's hash slot. */
    firehoseRecent: `${n}:{${n}.firehose}:recent`,
    /** The firehose's fraction, budget and traffic counts (hash). */
    firehoseState: `${n}:firehose:state`,
    /** Keys of watches; all in one hash slot. Their logs have the names of feed logs. */
    watches: {
      /** The filter of each watch, as JSON (hash). */
      filters: `${n}:{${n}.watches}:filters`,
      /** Watches by the time at which they end (sorted set). */
      ends: `${n}:{${n}.watches}:ends`,
      /** Watches by the revision that added them (sorted set). */
      added: `${n}:{${n}.watches}:added`,
      /** Grows with each watch that is added. */
      revision: `${n}:{${n}.watches}:revision`,
      /** The time since which each watch is registered (hash). */
      since: `${n}:{${n}.watches}:since`,
      /** The share of the messages of each watch (hash). */
      shares: `${n}:{${n}.watches}:shares`,
    },
    /** Keys of quotas; all in one hash slot. */
    quota: {
      /** Replicas by the time their lease ends (sorted set). */
      replicas: `${n}:{${n}.quota}:replicas`,
      /** Followed by a replica's id: the amounts that it has reserved, by name (hash). */
      ofReplicaPrefix: `${n}:{${n}.quota}:of:`,
    },
    /** The requests of an account in an hour since 1970 (number). */
    requests: (accountId: string, hour: number) => `${n}:requests:{${n}.${accountId}}:${hour}`,
    /** Owners of stations, a copy of Postgres for a start without it (hash). */
    stationOwners: `${n}:stations:owners`,
    /** Keys and policies of stations, a copy of Postgres for a start without it (hash). */
    stationAccess: `${n}:stations:access`,
    /** Prefix of the Socket.IO adapter's channels. */
    adapterPrefix: `${n}:socket.io`,
    /** Prefix of rate limiters' keys. */
    limiterPrefix: `${n}:limit`,
    /** Prefix of BullMQ's keys. */
    jobsPrefix: `${n}:jobs`,
    /** Revocations and other notices to every process (sharded channel). */
    notices: `${n}:notices`,
    /** Keys of the processes that are alive; all in one hash slot. */
    processes: {
      /** Replicas by the time their lease ends (sorted set). */
      leases: `${n}:{${n}.processes}:leases`,
      /** Their rows as JSON (hash). */
      rows: `${n}:{${n}.processes}:rows`,
      /** Replicas that an operator drains, by their last report (sorted set). */
      drained: `${n}:{${n}.processes}:draining`,
    },
    /** The offer of a restore with how far it is, the request for it, and whether services are paused for it (strings). */
    restore: {
      offer: `${n}:{${n}.restore}:offer`,
      request: `${n}:{${n}.restore}:request`,
      paused: `${n}:{${n}.restore}:paused`,
    },
    /** Up to which number lines of relays are on disk (hash), and when each series was used last (sorted set). */
    relayed: { numbers: `${n}:{${n}.relayed}:numbers`, uses: `${n}:{${n}.relayed}:uses` },
    /** The last violations of the page's policy, newest first (list). */
    cspReports: `${n}:csp-reports`,
    /** The results of the last canary messages, newest first (list). */
    canaryRuns: `${n}:canary-runs`,
    /** The past as the status page shows it (string). */
    statusHistory: `${n}:status-history`,
  };
}
