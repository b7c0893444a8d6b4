import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import {
  createHealth,
  createLogger,
  createMetrics,
  createProcessIdentity,
  type Health,
  type Logger,
  readConfig,
} from "@jetwire/runtime";
import { createTestDatabase, type TestDatabase, testSigningKeySecret } from "@jetwire/testbed";
import { type KeyScope, keyScopes, type SessionGrant } from "@jetwire/protocol";
import { expect } from "vitest";
import { RestConfig, start } from "../src/index.ts";
import { watchTraffic } from "./contract/watch-traffic.ts";

/** A REST service on a database and namespace of its own, with one account and its key. */
export interface RestUnderTest extends Pick<RestReplica, "url" | "readiness">, AsyncDisposable {
  readonly database: TestDatabase;
  readonly key: string;
  readonly accountId: string;
  readonly stationId: number;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Reads JSON that is answered with 200. */
  getJson(path: string): Promise<unknown>;
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
  const { accountId, key } = await addKeyOwner(database, "alice", tier);
  const stationId = await db.stations.register(sql, {
    ident: "AB-KSFO1",
    sourceType: "acars",
    simulated: false,
    provisional: false,
  });
  const through = { DATABASE_URL: throughProxy(database.url), ...environment };
  const { url, readiness } = stack.use(await startReplica(database, through));
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers: { authorization: `Bearer ${key}`, ...headers } });
  const opened = stack.move();
  return {
    database,
    url,
    readiness,
    key,
    accountId,
    stationId,
    get,
    async getJson(path) {
      const response = await get(path);
      expect(response.status).toBe(200);
      return await response.json();
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A REST process. */
export interface RestReplica extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  metrics(): Promise<string>;
  readiness(): ReturnType<Health["readiness"]>;
}

/**
 * One more REST process on a database. Its disposal fails when it answered anything that isn't as the
 * OpenAPI document says.
 */
export async function startReplica(
  database: TestDatabase,
  environment: Record<string, string> = {},
  log: Logger = createLogger("rest", "silent"),
  fail: (error: unknown) => void = () => {},
): Promise<RestReplica> {
  const config = readConfig(RestConfig, {
    DATABASE_URL: database.url,
    REDIS_URL: database.redisUrl,
    JETWIRE_NAMESPACE: database.namespace,
    REST_PORT: "0",
    SIGNING_KEY_SECRET: testSigningKeySecret,
    // A busy machine delays answers of Redis: only tests of an unavailable Redis count alone.
    REDIS_LIMITER_MS_MAX: "10000",
    ...environment,
  });
  const metrics = createMetrics({});
  const health = createHealth();
  const service = await start(config, {
    identity: createProcessIdentity("rest"),
    log,
    metrics,
    health,
    fail,
  });
  const traffic = watchTraffic(service.port);
  return {
    port: service.port,
    url: `http://127.0.0.1:${service.port}`,
    metrics: () => metrics.text(),
    readiness: () => health.readiness(),
    async [Symbol.asyncDispose]() {
      using watched = traffic;
      await service[Symbol.asyncDispose]();
      watched.expectNoFaults();
    },
  };
}

/** An account with a key that has every scope; `scopes` has those of its tests. */
export async function addKeyOwner(
  { database }: TestDatabase,
  username: string,
  tier = "feeder",
  scopes: readonly KeyScope[] = keyScopes,
): Promise<{ accountId: string; key: string; keyId: string }> {
  const account = await db.accounts.add(database.sql, username);
  const accountId = account?.id ?? "";
  const key = makeApiKey();
  const added = await db.apiKeys.add(database.sql, {
    accountId,
    tier,
    scopes,
    keyHash: hashApiKey(key),
    hint: apiKeyHint(key),
  });
  return { accountId, key, keyId: added?.id ?? "" };
}

/** Asks with a credential, sending a body as JSON when there is one. */
export async function ask(
  url: string,
  credential: string | null,
  { method = "GET", body, headers = {} }: Asking = {},
): Promise<Response> {
  return await fetch(url, {
    method,
    headers: {
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Opens a session with an API key. */
export async function openSession(url: string, key: string): Promise<SessionGrant> {
  const response = await ask(`${url}/v1/auth/sessions`, key, { method: "POST" });
  expect(response.status).toBe(201);
  return (await response.json()) as SessionGrant;
}

export interface Asking {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
