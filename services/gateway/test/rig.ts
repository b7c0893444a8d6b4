import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { Message } from "@jetwire/protocol";
import { createKeys, type Keys, openStores, type RedisConnection } from "@jetwire/redis";
import {
  createHealth,
  createLogger,
  createMetrics,
  createProcessIdentity,
  type Health,
  type Metrics,
} from "@jetwire/runtime";
import { createTestDatabase, openTestRedis, type TestDatabase } from "@jetwire/testbed";
import { io, type ManagerOptions, type Socket, type SocketOptions } from "socket.io-client";
import { GatewayConfig } from "../src/config.ts";
import { type Gateway, start } from "../src/service.ts";

/** A gateway under test and what it has counted. */
export interface TestGateway extends Gateway {
  readonly metrics: Metrics;
  readonly health: Health;
}

/** Gateways on one Redis and Postgres, with everything a test needs around them. */
export interface Rig extends AsyncDisposable {
  readonly gateways: readonly [TestGateway, TestGateway];
  readonly database: TestDatabase;
  readonly redis: RedisConnection;
  readonly keys: Keys;
  /** Another gateway of the same deployment, with other settings. */
  startGateway(environment: Record<string, string>): Promise<TestGateway>;
  /** A new account with a key and stations. */
  feeder(...idents: string[]): Promise<Feeder>;
  /** Appends to an account's feed log as fanout does. */
  append(accountId: string, ...messages: Message[]): Promise<void>;
  tick(tick: string): Promise<number>;
  connect(
    gateway: Pick<Gateway, "port">,
    options?: Partial<ManagerOptions & SocketOptions>,
  ): Client;
}

export interface Feeder {
  readonly accountId: string;
  readonly username: string;
  readonly apiKey: string;
  readonly stationIds: readonly number[];
}

/** A bare Socket.IO client that keeps everything it was sent. */
export interface Client {
  readonly socket: Socket;
  /** Event name and all arguments, in order of arrival. */
  readonly events: readonly (readonly unknown[])[];
  /** All arguments of an event's first arrival, or of its n-th. */
  next(event: string, n?: number): Promise<readonly unknown[]>;
  disconnected(): Promise<string>;
}

const log = createLogger("test", "silent");
const waitMs = 30_000;
/** Characters of the received events in the message of a failed wait. */
const saidMax = 2_000;

function fail(error: unknown): void {
  throw error;
}

export async function openRig(): Promise<Rig> {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const keys = createKeys(database.namespace);
  const redis = stack.use(await openTestRedis(database.redisUrl, "append"));

  async function startGateway(environment: Record<string, string>): Promise<TestGateway> {
    const config = GatewayConfig.parse({
      REDIS_URL: database.redisUrl,
      DATABASE_URL: database.url,
      JETWIRE_NAMESPACE: database.namespace,
      GATEWAY_PORT: "0",
      DRAIN_SECONDS: "0",
      // All clients of a test come from one address.
      GATEWAY_ATTEMPTS_PER_MINUTE_MAX: "10000",
      GATEWAY_ATTEMPTS_BURST_MAX: "10000",
      GATEWAY_FAILURES_PER_MINUTE_MAX: "1000",
      // A busy machine delays answers of Redis: only tests of an unavailable Redis count alone.
      REDIS_LIMITER_MS_MAX: "10000",
      ...environment,
    });
    const metrics = createMetrics({});
    const health = createHealth();
    const identity = createProcessIdentity("gateway");
    const gateway = stack.use(await start(config, { identity, log, metrics, health, fail }));
    return Object.assign(gateway, { metrics, health });
  }

  const gateways = [await startGateway({}), await startGateway({})] as const;
  const clients: Client[] = [];
  stack.defer(() => {
    for (const { socket } of clients) socket.disconnect();
  });
  return {
    gateways,
    database,
    redis,
    keys,
    startGateway,
    feeder: (...idents) => addFeeder(database, idents),
    async append(accountId, ...messages) {
      const appends = messages.map((message) => ({
        stationId: message.stationId,
        messageId: message.id,
        messageJson: JSON.stringify(message),
      }));
      const caps = { entriesMax: 1_000, ageMsMax: 60_000 };
      await openStores(redis, keys.namespace).feedLogs.of(accountId).append(appends, caps);
    },
    tick: async (tick) => Number(await redis.spublish(keys.firehoseChannel, tick)),
    connect(gateway, options = {}) {
      const client = createClient(gateway.port, options);
      clients.push(client);
      return client;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

let feeders = 0;

async function addFeeder({ database }: TestDatabase, idents: readonly string[]): Promise<Feeder> {
  const username = `feeder${++feeders}`;
  const account = await db.accounts.add(database.sql, username);
  if (account === null) throw new Error("the account exists");
  const apiKey = makeApiKey();
  const keyHash = hashApiKey(apiKey);
  const key = { accountId: account.id, tier: "feeder", keyHash, hint: apiKeyHint(apiKey) };
  await db.apiKeys.add(database.sql, key);
  const stationIds: number[] = [];
  for (const ident of idents) {
    const station = { ident, accountId: account.id, sourceType: "acars" };
    stationIds.push((await db.stations.add(database.sql, station))?.id ?? 0);
  }
  return { accountId: account.id, username, apiKey, stationIds };
}

/** Returns the WebSocket's error, if there is one. */
function causeOf(error: Error): unknown {
  const { description } = error as { description?: { message?: unknown } };
  return description?.message;
}

function createClient(port: number, options: Partial<ManagerOptions & SocketOptions>): Client {
  const socket = io(`ws://127.0.0.1:${port}`, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    ...options,
  });
  const events: unknown[][] = [];
  let arrived = Promise.withResolvers<void>();
  function record(...event: unknown[]): void {
    events.push(event);
    arrived.resolve();
    arrived = Promise.withResolvers();
  }
  socket.onAny((event: string, ...args: unknown[]) => record(event, ...args));
  socket.on("disconnect", (reason) => record("(disconnected)", reason));
  socket.on("connect_error", (error) => {
    record("(refused)", error.message);
    record("(because)", causeOf(error));
  });

  async function next(event: string, n = 1): Promise<readonly unknown[]> {
    const deadline = AbortSignal.timeout(waitMs);
    const expired = Promise.withResolvers<never>();
    deadline.addEventListener("abort", () =>
      expired.reject(new Error(`no ${event}, but ${JSON.stringify(events).slice(-saidMax)}`)),
    );
    // Nobody may be waiting for it any more.
    expired.promise.catch(() => {});
    for (;;) {
      const found = events.filter(([name]) => name === event)[n - 1];
      if (found) return found.slice(1);
      await Promise.race([arrived.promise, expired.promise]);
    }
  }
  return {
    socket,
    events,
    next,
    disconnected: async () => String((await next("(disconnected)"))[0]),
  };
}
