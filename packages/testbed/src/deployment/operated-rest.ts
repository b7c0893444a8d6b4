import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { Database } from "@jetwire/db";
import { RestConfig, start } from "@jetwire/rest";
import {
  createHealth,
  createLogger,
  createMetrics,
  createProcessIdentity,
  readConfig,
} from "@jetwire/runtime";
import { testSigningKeySecret } from "../tokens/signing-key-secret.ts";

const log = createLogger("test", "silent");

/** The servers that an operator's command uses. */
export interface OperatedServers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly namespace: string;
  /** The address of REST; without it, one is started for each command. */
  readonly restUrl?: string;
}

/** The variables by which `jetwire` finds a service and its key. */
export interface OperatedRest {
  readonly JETWIRE_URL: string;
  readonly JETWIRE_KEY: string;
}

/** Starts REST on a database, for commands of the operator; disposal stops it. */
export async function startOperatedRest(
  servers: OperatedServers,
  environment: Readonly<Record<string, string>> = {},
): Promise<OperatedRest & AsyncDisposable> {
  const config = readConfig(RestConfig, {
    DATABASE_URL: servers.databaseUrl,
    REDIS_URL: servers.redisUrl,
    JETWIRE_NAMESPACE: servers.namespace,
    REST_PORT: "0",
    SIGNING_KEY_SECRET: testSigningKeySecret,
    REDIS_LIMITER_MS_MAX: "10000",
    ...environment,
  });
  const service = await start(config, {
    log,
    metrics: createMetrics({}),
    health: createHealth(),
    identity: createProcessIdentity("rest"),
    fail: () => {},
  });
  return {
    JETWIRE_URL: `http://127.0.0.1:${service.port}`,
    JETWIRE_KEY: await hostKeyOf(servers.databaseUrl),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

const keys = new Map<string, Promise<string>>();

/** Returns the key of the host for a database, which is made once in this process. */
export async function hostKeyOf(databaseUrl: string): Promise<string> {
  const made = keys.get(databaseUrl) ?? makeHostKey(databaseUrl);
  keys.set(databaseUrl, made);
  return await made;
}

async function makeHostKey(databaseUrl: string): Promise<string> {
  const key = makeApiKey();
  await using database = new Database(databaseUrl, { log, max: 1 });
  await db.apiKeys.setHostKey(database.sql, { keyHash: hashApiKey(key), hint: apiKeyHint(key) });
  await db.tiers.set(database.sql, { name: db.apiKeys.hostTier, requestsPerMinute: 1_000_000 });
  return key;
}
