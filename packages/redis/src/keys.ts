/**
 * Every key and channel name. The `{tag}` in a name decides its hash slot in a Redis Cluster: all
 * keys of one script share a tag.
 */
export type Keys = ReturnType<typeof createKeys>;

/** Keys of the processes that are alive; all in one hash slot. */
export interface ProcessKeys {
  /** Replicas by the time their lease ends (sorted set). */
  readonly leases: string;
  /** Their rows as JSON (hash). */
  readonly rows: string;
  /** Replicas that an operator drains, by their last report (sorted set). */
  readonly drained: string;
}

/** Keys of presence; all in one hash slot. */
export interface PresenceKeys {
  /** Connections, `<user> <connection>`, by the time their lease ends (sorted set). */
  readonly leases: string;
  /** Leases of each user who is online (hash). */
  readonly counts: string;
  /** Position of the last change, times of the last sweep (hash). */
  readonly state: string;
  /** Changes as they happen (sharded channel). */
  readonly channel: string;
}

/** Keys of quotas; all in one hash slot. */
export interface QuotaKeys {
  /** Replicas by the time their lease ends (sorted set). */
  readonly replicas: string;
  /** Followed by a replica's id: the amounts that it has reserved, by name (hash). */
  readonly ofReplicaPrefix: string;
}

export interface LinkKeys {
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

export function createKeys(namespace: string) {
  const n = namespace;
  return {
    namespace,
    /** How many partitions of the message stream have ever been appended to. */
    partitions: `${n}:partitions`,
    /** A partition of the message stream. */
    stream: (partition: number): string => `${n}:messages:{${n}.${partition}}`,
    /** The details of a partition's entries, under the same entry ids: what only the persister reads. */
    streamDetails: (partition: number): string => `${n}:message-details:{${n}.${partition}}`,
    /** Last sequence number appended to a partition, by producer and epoch (hash). */
    appended: (partition: number): string => `${n}:appended:{${n}.${partition}}`,
    /** The entry by which a dead letter was put back into a partition, for some time. */
    requeued: (partition: number, id: number): string => `${n}:requeued:{${n}.${partition}}:${id}`,
    /** The replica that may read a partition for a group now (a lease), in the partition's hash slot. */
    lease: (group: string, partition: number): string => `${n}:lease:${group}:{${n}.${partition}}`,
    /** The last owner of a lease and its fencing token (hash), in the partition's hash slot. */
    leaseToken: (group: string, partition: number): string =>
      `${n}:lease-token:${group}:{${n}.${partition}}`,
    /** Replicas of a group that are alive, by time of their last heartbeat (sorted set). */
    members: (group: string): string => `${n}:members:${group}`,
    /** Keys of linking; all in one hash slot, so that a batch is one script. */
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
    /** Station ids by ident (hash), a copy of Postgres. */
    stationIds: `${n}:stations:ids`,
    /** ICAO codes of airlines by IATA code (hash), a copy of Postgres. */
    airlineCodes: `${n}:airlines`,
    /** An account's feed log (stream), the state of its positions (hash) and the position of each message id (sorted set). */
    feedLog: (accountId: string): string => `${n}:feed:{${n}.${accountId}}`,
    feedPositions: (accountId: string): string => `${n}:feed-positions:{${n}.${accountId}}`,
    feedIndex: (accountId: string): string => `${n}:feed-index:{${n}.${accountId}}`,
    /** Announces growth of an account's feed log (sharded channel). */
    feedChannel: (accountId: string): string => `${n}:feed-grew:{${n}.${accountId}}`,
    /** Events for a user's sessions on all gateways (sharded channel). */
    userChannel: (userId: string): string => `${n}:user:{${n}.${userId}}`,
    presence: {
      leases: `${n}:{${n}.presence}:leases`,
      counts: `${n}:{${n}.presence}:counts`,
      state: `${n}:{${n}.presence}:state`,
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
    quota: {
      replicas: `${n}:{${n}.quota}:replicas`,
      ofReplicaPrefix: `${n}:{${n}.quota}:of:`,
    },
    /** The requests of an account in an hour since 1970 (number). */
    requests: (accountId: string, hour: number): string =>
      `${n}:requests:{${n}.${accountId}}:${hour}`,
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
    processes: {
      leases: `${n}:{${n}.processes}:leases`,
      rows: `${n}:{${n}.processes}:rows`,
      drained: `${n}:{${n}.processes}:draining`,
    },
    /** The last violations of the page's policy, newest first (list). */
    cspReports: `${n}:csp-reports`,
    /** The results of the last canary messages, newest first (list). */
    canaryRuns: `${n}:canary-runs`,
  };
}
