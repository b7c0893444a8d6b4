import { type EntryLinks, type Message, MessageIds } from "@jetwire/protocol";
import {
  createKeys,
  createRedisOpener,
  type Keys,
  openStores,
  type RedisConnection,
  emptyNamespace,
} from "@jetwire/redis";
import {
  createHealth,
  createLogger,
  createMetrics,
  createProcessIdentity,
  type Health,
  type Metrics,
} from "@jetwire/runtime";
import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { PersisterConfig, start } from "../src/index.ts";

export const log = createLogger("test", "silent");

export const ids = new MessageIds(Date.now);

export interface Running extends AsyncDisposable {
  readonly test: TestDatabase;
  readonly redis: RedisConnection;
  readonly keys: Keys;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Appends messages to a partition; gives the numbers they got. */
  append(partition: number, messages: readonly Partial<Message>[], over?: { links?: Partial<EntryLinks>; raw?: string }): Promise<Message[]>; // prettier-ignore
  storedCount(): Promise<number>;
  counter(name: string): Promise<number>;
}

export async function runPersister(over: Record<string, string> = {}): Promise<Running> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const metrics = createMetrics({});
  const failures: unknown[] = [];
  stack.defer(() => {
    if (failures.length > 0) throw failures[0];
  });
  const config = PersisterConfig.parse({
    DATABASE_URL: database.url,
    REDIS_URL: database.redisUrl,
    JETWIRE_NAMESPACE: database.namespace,
    STREAM_PARTITIONS: "2",
    ...over,
  });
  const health = createHealth();
  const identity = createProcessIdentity("persister");
  const context = { identity, log, metrics, health, fail: (e: unknown) => failures.push(e) };
  const keys = createKeys(database.namespace);
  const redis = stack.use(
    await createRedisOpener(database.redisUrl, log, createMetrics({})).open("append"),
  );
  stack.defer(async () => {
    await emptyNamespace(redis, keys.namespace);
  });
  stack.use(await start(config, context));
  const lastSeq = [0, 0];
  const opened = stack.move();
  return {
    test: database,
    redis,
    keys,
    metrics,
    health,
    async append(partition, messages, { links, raw } = {}) {
      const whole = messages.map((one) => testMessage({ id: ids.next(partition), ...one }));
      const from = lastSeq[partition] ?? 0;
      const entries = whole.map((message, index) => ({
        seq: from + index + 1,
        message,
        links: { first: true, skewed: false, icao: null, flightKey: null, ...links },
        raw: raw ?? `{"n":${from + index + 1}}`,
      }));
      lastSeq[partition] = from + entries.length;
      await openStores(redis, keys.namespace).streams.append(
        partition,
        { name: "p:1", knownLast: from },
        entries,
      );
      return whole;
    },
    async storedCount() {
      const [row] = await database.database.sql<{ n: number }[]>`select count(*)::integer n from messages`; // prettier-ignore
      return row?.n ?? 0;
    },
    async counter(name) {
      const lines = (await metrics.text()).split("\n").filter((line) => line.startsWith(name));
      return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
