import { type Database, openDatabase } from "@jetwire/db";
import { asyncApiDocument, openApiDocument } from "@jetwire/protocol";
import {
  createChannels,
  createKeys,
  createRedisOpener,
  findInStream,
  findStationOwners,
  hearNotices,
  heldViewers,
  oldestUnstoredMs,
  readFirehoseState,
  readOnline,
  sumHeld,
} from "@jetwire/redis";
import { type ProcessContext, withDeadline } from "@jetwire/runtime";
import packageJson from "../package.json" with { type: "json" };
import { accountRoutes } from "./account-routes.ts";
import { createAirlines } from "./messages/airline-codes.ts";
import { createApp } from "./app.ts";
import type { RestConfig } from "./config.ts";
import { createFindRecent } from "./messages/find-recent.ts";
import { createRetentionStart } from "./messages/retention-start.ts";
import { listen } from "./http/listen.ts";
import { createMessagePages } from "./messages/message-pages.ts";
import { messageFilterOf } from "./messages/message-filter.ts";
import { openAdmission } from "./admission/open-admission.ts";
import { createRead, statementMsMax } from "./database-reader.ts";
import type { Route } from "./route.ts";
import { createStableHorizon } from "./messages/stable-horizon.ts";
import { createViewerOf } from "./messages/visibility.ts";
import { airframeRoutes } from "./routes/airframe.ts";
import { airframesRoute } from "./routes/airframes.ts";
import { exportRoute } from "./routes/export.ts";
import { flightRoutes } from "./routes/flight.ts";
import { flightsRoute } from "./routes/flights.ts";
import { chatRoutes } from "./routes/chat.ts";
import { documentRoutes } from "./routes/documents.ts";
import { messageRoute } from "./routes/message.ts";
import { messagesRoute } from "./routes/messages.ts";
import { stationStatsRoute } from "./routes/station-stats.ts";
import { stationStatusRoutes } from "./routes/station-status.ts";
import { stationRoutes } from "./routes/station.ts";
import { notificationRoutes } from "./routes/notifications.ts";
import { presenceRoute } from "./routes/presence.ts";
import { stationsRoute } from "./routes/stations.ts";
import { statsRoute } from "./routes/stats.ts";
import { statusRoute } from "./routes/status.ts";
import { streamsRoute } from "./routes/streams.ts";

/** Of each pool. A plan for any value takes memory in each connection. */
const connectionsMax = 8;
const redisAnswerMsMax = 1_000;

/** Opens the REST interface; it may be open before Postgres and Redis answer, and says so then. */
export async function start(
  config: RestConfig,
  context: ProcessContext,
): Promise<AsyncDisposable & { readonly port: number }> {
  const { log, metrics, health, fail } = context;
  await using stack = new AsyncDisposableStack();
  const database = stack.use(openPool(config.DATABASE_URL, "each"));
  const readUrl = config.DATABASE_READ_URL ?? config.DATABASE_URL;
  const replica = readUrl === config.DATABASE_URL ? database : stack.use(openPool(readUrl, "each"));
  const replicaByKey = stack.use(openPool(readUrl, "once"));
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("request"));
  const limiterRedis = stack.use(await opener.open("limiter"));
  const channels = createChannels(stack.use(await opener.open("subscriber")));
  const keys = createKeys(config.JETWIRE_NAMESPACE);
  const read = createRead(replica);
  const readByKey = createRead(replicaByKey);
  const write = createRead(database);
  const admission = openAdmission(config, { database, redis: limiterRedis, keys }, log);
  hearNotices(channels, keys, () => admission.forget());

  const airlines = createAirlines(read, Date.now);
  const settled = createStableHorizon(
    () =>
      withDeadline(
        oldestUnstoredMs(redis, keys, config.STREAM_PARTITIONS),
        redisAnswerMsMax,
        "Redis",
      ),
    Date.now,
  );
  const keptFrom = createRetentionStart(read, Date.now);
  const times = { stableUntilMs: settled, retainedFromMs: keptFrom, now: Date.now };
  const readPage = createMessagePages({ read, readByKey }, times);
  const viewerOf = createViewerOf(read);
  const findRecent = createFindRecent(
    read,
    (id) => findInStream(redis, keys, id),
    async (stationId) => (await findStationOwners(redis, keys, [stationId]))[0],
  );

  const { version } = packageJson;
  const asyncApi = asyncApiDocument({ version, url: config.REST_WS_URL });
  const routes: Route[] = [
    messagesRoute(readPage, airlines, viewerOf, Date.now),
    exportRoute({
      read,
      filterOf: async (sql, query, viewer) => messageFilterOf(sql, query, await airlines(), viewer),
      viewerOf,
      now: Date.now,
    }),
    messageRoute({ read, readByKey }, findRecent, viewerOf, Date.now),
    stationsRoute(read),
    ...stationRoutes(read, write, readPage, viewerOf),
    ...stationStatusRoutes(read, Date.now),
    stationStatsRoute(read, Date.now),
    statsRoute(read, Date.now),
    airframesRoute(read),
    ...airframeRoutes(read, readPage, viewerOf),
    flightsRoute(read, airlines),
    ...flightRoutes(read, readPage, viewerOf),
    ...accountRoutes(config, { admission, ask: write, redis, limiterRedis, keys }),
    streamsRoute(
      () => readFirehoseState(redis, keys),
      () => sumHeld(redis, keys, heldViewers),
    ),
    statusRoute({
      version,
      realtime: config.REST_WS_URL ?? null,
      postgresAnswers: async () => (await replica.answers()) === true,
      redisAnswers: () =>
        withDeadline(redis.ping(), redisAnswerMsMax, "Redis").then(
          () => true,
          () => false,
        ),
      now: Date.now,
    }),
    ...documentRoutes(openApiDocument({ version }), asyncApi),
    ...chatRoutes(write),
    ...notificationRoutes(write),
    presenceRoute(
      async () => (await readOnline(redis, keys)).userIds,
      write,
      config.PRESENCE_SCOPE === "contacts",
    ),
  ];
  const app = createApp({
    routes,
    admit: admission.admit,
    asyncApi,
    corsOrigins: config.REST_CORS_ORIGINS,
    trustedProxies: config.REST_TRUSTED_PROXIES,
    webPageDir: config.REST_VIEWER_DIR,
    realtimeUrl: config.REST_WS_URL,
    requests: metrics.counter({
      name: "jetwire_rest_requests_total",
      help: "Requests by route and status",
      labelNames: ["route", "status"],
    }),
    log,
  });
  const stop = new AbortController();
  const working = admission.run(stop.signal);
  working.catch(fail);
  stack.defer(async () => {
    stop.abort();
    await working;
  });
  const server = stack.use(await listen(app, { host: config.REST_HOST, port: config.REST_PORT }));
  health.check("postgres", () => replica.answers());
  log.info({ port: server.port }, "listening");

  const opened = stack.move();
  return { port: server.port, [Symbol.asyncDispose]: () => opened.disposeAsync() };

  function openPool(url: string, plans: "each" | "once"): Database {
    return openDatabase(url, {
      log,
      max: connectionsMax,
      statementTimeoutMs: statementMsMax,
      plans,
      applicationName: "jetwire-rest",
    });
  }
}
