import { createKeys, type Keys } from "../keys.ts";

/** A family of names that services use. */
type Family = Exclude<keyof Keys, "namespace">;

/** Patterns of all names of each family, as ACL rules have them. */
export type KeyPatterns = Readonly<Record<Family, readonly string[]>> & {
  /** The key that says whether services are paused. */
  readonly servicesPaused: readonly string[];
  /** The leases and members of one consumer group. */
  readonly group: (group: string) => readonly string[];
};

/** The type of `createKeys` asks for a number; its text is a pattern here. */
const everyPartition = "*" as unknown as number;

/** Returns the patterns of a namespace. A new family of keys must be added here to compile. */
export function keyPatterns(namespace: string): KeyPatterns {
  const keys = createKeys(namespace);
  const { link, presence, processes, quota, watches } = keys;
  return {
    partitions: [keys.partitions],
    stream: [keys.stream(everyPartition)],
    streamDetails: [keys.streamDetails(everyPartition)],
    appended: [keys.appended(everyPartition)],
    // The number of a dead letter is a part of the name.
    requeued: [keys.requeued(everyPartition, everyPartition)],
    lease: [keys.lease("*", everyPartition)],
    leaseToken: [keys.leaseToken("*", everyPartition)],
    members: [keys.members("*")],
    link: [
      below(link.repeatPrefix),
      below(link.burstPrefix),
      below(link.groupPrefix),
      below(link.flightPrefix),
      below(link.wholePrefix),
      below(link.wholeCountPrefix),
      link.airframesByIcao,
      link.airframesByTail,
      below(link.hfdlIdsPrefix),
    ],
    stationIds: [keys.stationIds],
    airlineCodes: [keys.airlineCodes],
    feedLog: [keys.feedLog("*")],
    feedPositions: [keys.feedPositions("*")],
    feedIndex: [keys.feedIndex("*")],
    feedChannel: [keys.feedChannel("*")],
    userChannel: [keys.userChannel("*")],
    presence: [presence.leases, presence.counts, presence.state, presence.channel],
    feedsBegan: [keys.feedsBegan],
    firehoseChannel: [keys.firehoseChannel],
    firehoseRecent: [keys.firehoseRecent],
    firehoseState: [keys.firehoseState],
    requests: [keys.requests("*", everyPartition)],
    watches: Object.values(watches),
    quota: [quota.replicas, below(quota.ofReplicaPrefix)],
    stationOwners: [keys.stationOwners],
    stationAccess: [keys.stationAccess],
    adapterPrefix: [below(`${keys.adapterPrefix}#`)],
    limiterPrefix: [below(`${keys.limiterPrefix}:`)],
    jobsPrefix: [below(`${keys.jobsPrefix}:`)],
    notices: [keys.notices],
    processes: [processes.leases, processes.rows, processes.drained],
    restore: Object.values(keys.restore),
    servicesPaused: [keys.restore.paused],
    relayed: [keys.relayed.numbers, keys.relayed.uses],
    cspReports: [keys.cspReports],
    canaryRuns: [keys.canaryRuns],
    statusHistory: [keys.statusHistory],
    group: (group) => [
      keys.lease(group, everyPartition),
      keys.leaseToken(group, everyPartition),
      keys.members(group),
    ],
  };
}

function below(prefix: string): string {
  return `${prefix}*`;
}
