import { createKeyChecker } from "@jetwire/auth";
import { type Database, findApiKey, openDatabase } from "@jetwire/db";
import {
  createKeys,
  createLimiter,
  createRedisOpener,
  findInStream,
  heldViewers,
  readFirehoseState,
  sumHeld,
} from "@jetwire/redis";
import { type ProcessContext, withDeadline } from "@jetwire/runtime";
import packageJson from "../package.json" with { type: "json" };
import { createAirlines } from "./airline-codes.ts";
import { createApp } from "./app.ts";
import type { RestConfig } from "./config.ts";
import { listen } from "./listen.ts";
import { windowSeconds } from "./rate-limit.ts";
import { createRead, statementMsMax } from "./reader.ts";
import type { Route } from "./route.ts";
import { meRoute } from "./routes/me.ts";
import { messageRoute } from "./routes/message.ts";
import { messagesRoute } from "./routes/messages.ts";
import { stationsRoute } from "./routes/stations.ts";
import { statusRoute } from "./routes/status.ts";
import { streamsRoute } from "./routes/streams.ts";

const redisAnswerMsMax = 1_000;
const keyLookUpMsMax = 2_500;

/** Opens the REST interface; it may be open before Postgres and Redis answer, and says so then. */
export async function start(
  config: RestConfig,
  context: ProcessContext,
): Promise<AsyncDisposable & { readonly port: number }> {
  const { log, metrics, health } = context;
  await using stack = new AsyncDisposableStack();
  const database = stack.use(openPool(config.DATABASE_URL));
  const readUrl = config.DATABASE_READ_URL ?? config.DATABASE_URL;
  const replica = readUrl === config.DATABASE_URL ? database : stack.use(openPool(readUrl));
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("request"));
  const limiterRedis = stack.use(await opener.open("limiter"));
  const keys = createKeys(config.JETWIRE_NAMESPACE);
  const read = createRead(replica);

  const routes: Route[] = [
    messagesRoute(read, createAirlines(read, Date.now), Date.now),
    messageRoute(read, (id) => findInStream(redis, keys, id), Date.now),
    stationsRoute(read),
    meRoute(),
    streamsRoute(
      () => readFirehoseState(redis, keys),
      () => sumHeld(redis, keys, heldViewers),
    ),
    statusRoute({
      version: packageJson.version,
      realtime: config.REST_WS_URL ?? null,
      postgresAnswers: async () => (await replica.answers()) === true,
      redisAnswers: () =>
        withDeadline(redis.ping(), redisAnswerMsMax, "Redis").then(
          () => true,
          () => false,
        ),
      now: Date.now,
    }),
  ];
  const app = createApp({
    routes,
    checker: createKeyChecker({
      find: (hash) => database.withQueryDeadline((sql) => findApiKey(sql, hash), keyLookUpMsMax),
      now: Date.now,
    }),
    limiter: createLimiter({ redis: limiterRedis, keys, name: "rest", windowSeconds }),
    trustedProxies: config.REST_TRUSTED_PROXIES,
    viewerDir: config.REST_VIEWER_DIR,
    realtimeUrl: config.REST_WS_URL,
    requests: metrics.counter({
      name: "jetwire_rest_requests_total",
      help: "Requests by route and status",
      labelNames: ["route", "status"],
    }),
    log,
  });
  const server = stack.use(await listen(app, { host: config.REST_HOST, port: config.REST_PORT }));
  health.check("postgres", () => replica.answers());
  log.info({ port: server.port }, "listening");

  const opened = stack.move();
  return { port: server.port, [Symbol.asyncDispose]: () => opened.disposeAsync() };

  function openPool(url: string): Database {
    return openDatabase(url, {
      log,
      statementTimeoutMs: statementMsMax,
      applicationName: "jetwire-rest",
    });
  }
}
