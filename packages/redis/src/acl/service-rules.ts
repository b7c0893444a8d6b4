import type { ServiceName } from "@jetwire/protocol";
import type { KeyPatterns } from "./key-patterns.ts";

/**
 * Allows a user these commands on these keys and channels only. A command in a script is
 * checked like any other; the keys of a script count as written, whatever it does with them.
 */
export interface AclRule {
  readonly keys?: readonly string[];
  /** Keys that may only be read. */
  readonly reads?: readonly string[];
  readonly channels?: readonly string[];
  /** Names of commands and categories, separated by spaces. */
  readonly commands: string;
}

const script = "eval evalsha";
const subscribe = "ssubscribe sunsubscribe";

/** Commands of every connection: none of them reaches a key or a channel. */
export const connectionCommands: readonly string[] = [
  "auth",
  "hello",
  "ping",
  "quit",
  "select",
  "info",
  "client",
  "multi",
  "exec",
  "discard",
  "time",
  "readonly",
  "asking",
  "cluster|slots",
  "cluster|nodes",
  "cluster|shards",
];

/** Subcommands of `client` that act on other connections. */
export const refusedCommands: readonly string[] = [
  "client|kill",
  "client|list",
  "client|no-evict",
  "client|pause",
  "client|unblock",
  "client|unpause",
];

/** Rules of the services by their keys; what is not named here is refused. */
export const serviceRules: Readonly<Record<ServiceName, (k: KeyPatterns) => readonly AclRule[]>> = {
  ingest: (k) => [
    ...processRules(k),
    // Puts dead letters back, for which an operator has asked.
    { keys: [...k.stream, ...k.streamDetails, ...k.requeued], commands: script },
    { keys: k.requeued, commands: "get set exists" },
    {
      keys: [...k.stream, ...k.streamDetails, ...k.appended],
      commands: `${script} xadd hget hset`,
    },
    { reads: [...k.stream], commands: "xrange xrevrange xinfo|groups xpending" },
    { keys: k.partitions, commands: `${script} get set` },
    {
      keys: k.link,
      commands: `${script} get set exists expire hdel hget hgetall hset hsetnx hlen hmget incr pexpire`,
    },
    { keys: k.stationIds, commands: "hmget hset" },
    { keys: k.relayed, commands: `${script} hget hset hdel zadd zcard zpopmin` },
    { keys: k.stationAccess, commands: "del hgetall hset" },
    { channels: k.notices, commands: subscribe },
    { keys: k.airlineCodes, commands: "hgetall del hset" },
  ],
  persister: (k) => [
    ...processRules(k),
    ...groupReader(k, "persister"),
    { reads: [...k.stream, ...k.streamDetails], commands: "xread xrange" },
    { keys: [...k.stream, ...k.streamDetails], commands: `${script} exists xtrim` },
  ],
  fanout: (k) => [
    ...processRules(k),
    ...groupReader(k, "fanout"),
    {
      keys: [...k.feedLog, ...k.feedPositions, ...k.feedIndex, ...k.feedChannel],
      channels: k.feedChannel,
      commands: `${script} exists hdel hget hmget hset pexpire spublish unlink xadd xdel xinfo|stream xrange xtrim zadd zrange zremrangebyscore zscore`,
    },
    { keys: k.stationOwners, commands: "hmget hset hvals" },
    { reads: k.watches, commands: "get hkeys hmget zrange" },
    { reads: k.airlineCodes, commands: "hgetall" },
    ...adapterRules(k),
  ],
  sampler: (k) => [
    ...processRules(k),
    ...groupReader(k, "sampler"),
    {
      keys: [...k.firehoseChannel, ...k.firehoseRecent],
      channels: k.firehoseChannel,
      commands: `${script} rpush ltrim pexpire spublish pubsub|shardnumsub`,
    },
    { keys: k.firehoseState, commands: `${script} hget hmget hset hincrby` },
    { reads: k.stationOwners, commands: "hmget" },
  ],
  gateway: (k) => [
    ...processRules(k),
    {
      keys: [...k.feedLog, ...k.feedPositions, ...k.feedIndex],
      commands: `${script} hmget xrange xrevrange zscore`,
    },
    {
      keys: k.watches,
      commands: `${script} get hdel hget hlen hset hvals set zadd zrangebyscore zrem`,
    },
    // Notes when an account's history was read from Postgres.
    { keys: k.feedPositions, commands: `${script} hget hset pexpire` },
    { keys: k.feedsBegan, commands: `${script} set get` },
    { reads: k.stream, commands: "xrange xrevrange xinfo|groups xpending" },
    { reads: k.partitions, commands: "get" },
    {
      channels: [...k.feedChannel, ...k.firehoseChannel, ...k.notices],
      commands: subscribe,
    },
    { channels: k.userChannel, commands: `${subscribe} spublish` },
    { reads: k.firehoseRecent, commands: "lrange" },
    { keys: k.firehoseState, commands: `${script} hmget` },
    {
      keys: k.presence,
      channels: k.presence,
      commands: `${script} ${subscribe} hdel hget hincrby hkeys hmget hset spublish zadd zrangebyscore zrem`,
    },
    ...quotaRules(k),
    ...limiterRules(k),
    { reads: [...k.stationOwners, ...k.airlineCodes], commands: "hmget hgetall" },
    ...adapterRules(k),
  ],
  rest: (k) => [
    ...processRules(k),
    { reads: k.stream, commands: "xlen" },
    {
      reads: [...k.group("persister"), ...k.group("fanout"), ...k.group("sampler")],
      commands: "get",
    },
    { keys: k.cspReports, commands: "lpush ltrim lrange expire" },
    { reads: k.canaryRuns, commands: "lrange" },
    { keys: k.statusHistory, commands: "get set" },
    { reads: k.stream, commands: "xrange xrevrange xinfo|groups xpending" },
    { reads: k.partitions, commands: "get" },
    { channels: k.notices, commands: `${subscribe} spublish` },
    { channels: k.userChannel, commands: "spublish" },
    { keys: k.firehoseState, commands: `${script} hmget` },
    { keys: k.presence, commands: `${script} hkeys hmget` },
    { keys: k.quota, commands: `${script} zrangebyscore hget` },
    ...limiterRules(k),
    { keys: k.requests, commands: "incrby expire mget" },
    ...erasureRules(k),
    { keys: k.restore, commands: "get set" },
  ],
  chores: (k) => [
    ...processRules(k),
    { channels: k.userChannel, commands: "spublish" },
    ...erasureRules(k),
    { keys: k.stationIds, commands: "hdel" },
    { keys: k.canaryRuns, commands: "lpush ltrim expire lrange" },
    // Measures the health of the service, as rest does.
    { reads: k.stream, commands: "xrange xrevrange xinfo|groups xpending xlen" },
    { reads: k.partitions, commands: "get" },
    {
      reads: [...k.group("persister"), ...k.group("fanout"), ...k.group("sampler")],
      commands: "get",
    },
    {
      keys: k.jobsPrefix,
      commands: `@hash @list @set @sortedset @stream @string -@dangerous ${script} script|load script|exists del exists expire pexpire persist pttl ttl type unlink`,
    },
  ],
};

/** Rows of processes: each writes its own, REST lists them and asks gateways to drain. Each ends when services are paused. */
function processRules(k: KeyPatterns): readonly AclRule[] {
  return [
    {
      keys: k.processes,
      commands: `${script} hdel hget hset zadd zcard zrangebyscore zrem zremrangebyscore zscore`,
    },
    { reads: k.servicesPaused, commands: "exists" },
  ];
}

function groupReader(k: KeyPatterns, group: string): readonly AclRule[] {
  return [
    // A script that compares the lease has both keys; what it does is allowed below.
    { keys: [...k.stream, ...k.group(group)], commands: script },
    {
      keys: k.stream,
      commands:
        "exists xread xpending xack xgroup|create xgroup|setid xinfo|groups xinfo|stream xrange xrevrange",
    },
    {
      keys: k.group(group),
      commands: `${script} get set del hdel hmget hset zadd zcard zrem zremrangebyscore`,
    },
    { reads: k.partitions, commands: "get" },
  ];
}

/** Rooms of the Socket.IO adapter: emitting to them, and counting and listing their subscribers. */
function adapterRules(k: KeyPatterns): readonly AclRule[] {
  return [
    {
      channels: k.adapterPrefix,
      commands: `${subscribe} spublish pubsub|shardnumsub pubsub|shardchannels`,
    },
  ];
}

/** Feed logs of erased accounts, and erased stations in copies of Postgres. */
function erasureRules(k: KeyPatterns): readonly AclRule[] {
  return [
    {
      keys: [...k.feedLog, ...k.feedPositions, ...k.feedIndex, ...k.requests],
      commands: "del",
    },
    { keys: [...k.stationIds, ...k.stationOwners, ...k.stationAccess], commands: "hdel" },
    { keys: [...k.stationIds, ...k.stationOwners], commands: "hscan" },
  ];
}

function limiterRules(k: KeyPatterns): readonly AclRule[] {
  return [
    {
      keys: k.limiterPrefix,
      commands: `${script} get set incrby pttl pexpire expire del lindex llen lrange lrem ltrim rpush`,
    },
  ];
}

function quotaRules(k: KeyPatterns): readonly AclRule[] {
  return [
    {
      keys: k.quota,
      commands: `${script} del unlink pexpire hdel hget hincrby hset zadd zrangebyscore zrem zremrangebyscore`,
    },
  ];
}
