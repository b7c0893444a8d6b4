import { readFirehoseTick } from "@jetwire/protocol";
import { createChannels, openStores, type Stores } from "@jetwire/redis";
import { createHealth, createLogger, createMetrics, createProcessIdentity } from "@jetwire/runtime";
import { createTestDatabase, openTestRedis, type TestDatabase } from "@jetwire/testbed";
import { SamplerConfig, start } from "../src/index.ts";

export const secret = "a secret of tests";

/** A namespace of its own for samplers, with a subscriber to its firehose. */
export interface FirehoseUnderTest extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly stores: Stores;
  /** The JSON of all messages received so far. */
  readonly received: readonly string[];
  startSampler(environment: Readonly<Record<string, string>>): Promise<void>;
}

export async function openFirehose(): Promise<FirehoseUnderTest> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const redis = stack.use(await openTestRedis(database.redisUrl, "append"));
  const subscriber = stack.use(await openTestRedis(database.redisUrl, "subscriber"));
  const stores = openStores(redis, database.namespace);
  const received: string[] = [];
  const subscription = stores.firehose.subscribe(createChannels(subscriber), (bytes) => {
    const messages = readFirehoseTick(bytes)?.messages ?? [];
    received.push(...messages.map(({ text }) => String(Buffer.from(text))));
  });
  await subscription.ready;
  const opened = stack.move();
  return {
    database,
    stores,
    received,
    async startSampler(environment) {
      const config = SamplerConfig.parse({
        REDIS_URL: database.redisUrl,
        DATABASE_URL: database.url,
        JETWIRE_NAMESPACE: database.namespace,
        SAMPLER_SECRET: secret,
        ...environment,
      });
      const log = createLogger("test", "silent");
      const identity = createProcessIdentity("sampler");
      const context = { identity, log, metrics: createMetrics({}), health: createHealth(), fail };
      opened.use(await start(config, context));
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function fail(error: unknown): void {
  throw error;
}
