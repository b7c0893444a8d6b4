import type { StreamEntry, StreamGroup } from "@jetwire/protocol";
import { createHealth, createLogger, createMetrics, type Metrics } from "@jetwire/runtime";
import { testMessage } from "@jetwire/testbed";
import type { RedisOpener } from "../src/connection/connection.ts";
import { type RedisConnection, type RedisRole, runGroup } from "../src/index.ts";
import type { Outbox } from "../src/streams/outbox.ts";
import type { RefusedEntry } from "../src/streams/read-batch.ts";
import type { TestRedis } from "./redis-of-test.ts";

/** A replica of a group, and the entries that it handled and refused, in order. */
export interface Replica extends AsyncDisposable {
  readonly handled: { readonly partition: number; readonly seq: number }[];
  readonly refused: RefusedEntry[];
  readonly partitions: Set<number>;
  readonly metrics: Metrics;
  readonly connections: { readonly role: RedisRole; readonly redis: RedisConnection }[];
  /** Cuts every connection for good, as a machine that loses its power does. */
  vanish(): Promise<void>;
}

export interface ReplicaOptions {
  readonly replica: string;
  readonly partitions: number;
  readonly entriesMax?: number;
  readonly group?: StreamGroup;
  readonly withDetails?: boolean;
  readonly outbox?: Outbox;
  readonly lateMsMax?: number;
  /** Called before a batch counts as handled; rejects to have it come again. */
  readonly work?: (partition: number, entries: readonly StreamEntry[]) => Promise<void>;
}

export function startReplica(server: TestRedis, options: ReplicaOptions): Replica {
  const stop = new AbortController();
  const handled: Replica["handled"] = [];
  const refused: RefusedEntry[] = [];
  const partitions = new Set<number>();
  const connections: Replica["connections"] = [];
  const metrics = createMetrics({});
  const opener: RedisOpener = {
    async open(role) {
      const redis = await server.opener.open(role);
      connections.push({ role, redis });
      return redis;
    },
  };
  const running = runGroup(
    {
      opener,
      keys: server.keys,
      group: options.group ?? "persister",
      partitions: options.partitions,
      withDetails: options.withDetails ?? false,
      replica: options.replica,
      entriesMax: options.entriesMax ?? 50,
      ...(options.lateMsMax === undefined ? {} : { lateMsMax: options.lateMsMax }),
      ...(options.outbox === undefined ? {} : { outbox: options.outbox }),
      async handle(partition, entries) {
        partitions.add(partition);
        await options.work?.(partition, entries);
        handled.push(...entries.map(({ seq }) => ({ partition, seq })));
      },
      async refuse(_partition, entries) {
        refused.push(...entries);
      },
      log: createLogger("test", "silent"),
      metrics,
      health: createHealth(),
      stallMsMax: 5_000,
    },
    stop.signal,
  );
  return {
    handled,
    refused,
    partitions,
    metrics,
    connections,
    async vanish() {
      for (const { redis } of connections) redis.disconnect();
      stop.abort();
      await running;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

/** Appends entries numbered from `from` on to one partition. */
export async function addEntries(
  server: TestRedis,
  partition: number,
  from: number,
  count: number,
) {
  const batch = Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    message: testMessage({ stationId: partition }),
    links: { first: true, skewed: false, icao: null, flightKey: null },
    raw: `{"n":${from + index}}`,
  }));
  await server.streams.append(partition, { name: "p:1", knownLast: 0 }, batch);
}

/** Appends entries as they were some time ago, the oldest first. */
export async function addOldEntries(
  server: TestRedis,
  partition: number,
  { ageMs, from, count }: { readonly ageMs: number; readonly from: number; readonly count: number },
) {
  const oldestMs = Date.now() - ageMs;
  for (let n = 0; n < count; n++) {
    const message = testMessage({ stationId: partition });
    const fields = [
      "v",
      "1",
      "p",
      "p:1",
      "n",
      from + n,
      "s",
      partition,
      "m",
      JSON.stringify(message),
    ];
    await server.redis.xadd(server.keys.stream(partition), `${oldestMs}-${n + 1}`, ...fields, "l", "{}", "r", "{}"); // prettier-ignore
  }
  await server.redis.hset(server.keys.appended(partition), "p:1", from + count - 1);
}

/** Returns how many entries of a partition a group has not acknowledged. */
export async function unacknowledged(
  server: TestRedis,
  partition: number,
  group: StreamGroup = "persister",
): Promise<number> {
  const progress = await server.streams.progress(partition);
  const position = progress.find((one) => one.group === group)?.lastDelivered ?? "0-0";
  const after = await server.redis.xrange(server.keys.stream(partition), `(${position}`, "+");
  return after.length;
}

export function seqsOf(handled: Replica["handled"], partition: number): number[] {
  return handled.filter((one) => one.partition === partition).map(({ seq }) => seq);
}

/** Whether each number came first before every higher one: repeats may come, steps back may not. */
export function firstsInOrder(seqs: readonly number[]): boolean {
  const firsts = [...new Set(seqs)];
  return firsts.every((seq, index) => index === 0 || seq > (firsts[index - 1] ?? 0));
}

export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
