import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import { addAccount, addApiKey, registerStation } from "@jetwire/db";
import { createHealth, createLogger, createMetrics, readConfig } from "@jetwire/runtime";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { RestConfig, start } from "../src/index.ts";

/** A REST service on a database and namespace of its own, with one account and its key. */
export interface RestUnderTest extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly url: string;
  readonly key: string;
  readonly accountId: string;
  readonly stationId: number;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

export async function startRest(
  environment: Record<string, string> = {},
  tier = "unlimited",
  throughProxy = (databaseUrl: string) => databaseUrl,
): Promise<RestUnderTest> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const { sql } = database.database;
  await sql`insert into tiers (name, requests_per_minute) values ('unlimited', 1000000)`;
  const account = await addAccount(sql, "alice");
  const key = makeApiKey();
  const accountId = account?.id ?? "";
  await addApiKey(sql, { accountId, tier, keyHash: hashApiKey(key), hint: apiKeyHint(key) });
  const stationId = await registerStation(sql, {
    ident: "AB-KSFO1",
    sourceType: "acars",
    simulated: false,
  });
  const config = readConfig(RestConfig, {
    DATABASE_URL: throughProxy(database.url),
    REDIS_URL: database.redisUrl,
    JETWIRE_NAMESPACE: database.namespace,
    REST_PORT: "0",
    ...environment,
  });
  const service = stack.use(
    await start(config, {
      log: createLogger("rest", "silent"),
      metrics: createMetrics({}),
      health: createHealth(),
      fail: () => {},
    }),
  );
  const url = `http://127.0.0.1:${service.port}`;
  const opened = stack.move();
  return {
    database,
    url,
    key,
    accountId,
    stationId,
    get: (path, headers = {}) =>
      fetch(url + path, { headers: { authorization: `Bearer ${key}`, ...headers } }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
