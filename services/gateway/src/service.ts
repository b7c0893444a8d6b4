import type { IncomingMessage } from "node:http";
import * as db from "@jetwire/db";
import { Database, type Sql } from "@jetwire/db";
import {
  createAdapterSubscriber,
  neverRejectingPublisher,
  openStores,
  readRedisTimeMs,
} from "@jetwire/redis";
import {
  createClientAddress,
  createRequestHost,
  type ProcessContext,
  type RunningService,
} from "@jetwire/runtime";
import { openService } from "@jetwire/service";
import type { GatewayConfig } from "./config.ts";
import { createConnections } from "./connection/connections.ts";
import { drain } from "./connection/drain.ts";
import { createFigures } from "./connection/figures.ts";
import { createOperatorDrain } from "./connection/operator-drain.ts";
import { createRoomAdapter } from "./connection/room-adapter.ts";
import {
  createHttpServer,
  createSocketServer,
  listenForSockets,
} from "./connection/socket-server.ts";
import { openAccountFeeds } from "./feed/account-feeds.ts";
import { createConnectionAdmission } from "./handshake/admission.ts";
import { openApiKeys } from "./handshake/api-keys.ts";
import { createAuthentication } from "./handshake/authentication.ts";
import { createConnectGuard } from "./handshake/connect-guard.ts";
import { createConnectionHandler } from "./handshake/connection-handler.ts";
import { createViewerEvents } from "./handshake/viewer-events.ts";
import { createAddressLimits } from "./limits/address-limits.ts";
import { reserveConnectionSlots } from "./limits/connection-slots.ts";
import { createGatewayMetrics, exportDraining } from "./metrics.ts";
import { openSubscriptions } from "./rooms/subscriptions.ts";
import { createSessionTokens } from "./session/session-tokens.ts";
import { openUserSessions } from "./session/user-sessions.ts";
import { createBeginStream } from "./streams/begin-stream.ts";
import { createStreams } from "./streams/serve-streams.ts";
import { createTokenWatch } from "./streams/token-watch.ts";
import { createOlderFanout } from "./watches/older-fanout.ts";
import { openWatchLogs } from "./watches/watch-logs.ts";
import { createWatchShare } from "./watches/watch-share.ts";
import { openWatches } from "./watches/watches.ts";
import { watchRedisAnswers } from "./watch-redis-answers.ts";

const queryMsMax = 2_000;
const sweepMs = 1_000;
const poolConnections = 5;

/** A gateway that clients can connect to. */
export interface Gateway extends RunningService {
  readonly port: number;
}

/** Opens a gateway. Disposal closes its connections slice by slice, then everything else. */
export async function start(config: GatewayConfig, context: ProcessContext): Promise<Gateway> {
  const { log, metrics: registry, health, tracing, fail } = context;
  await using service = await openService(config, context, {
    redis: "request",
    evictionFailsReadiness: false,
    database: { max: poolConnections },
  });
  const { stack, database, opener, redis, stores } = service;
  const sessionDatabase = stack.use(
    new Database(config.DATABASE_URL, {
      log,
      max: poolConnections,
      applicationName: "jetwire-gateway-sessions",
    }),
  );
  const query = <T>(work: (sql: Sql) => Promise<T>) => database.withQueryDeadline(work, queryMsMax);
  const sessionQuery = <T>(work: (sql: Sql) => Promise<T>) =>
    sessionDatabase.withQueryDeadline(work, queryMsMax);

  const publisher = stack.use(neverRejectingPublisher(await opener.open("request"), registry));
  const limiterRedis = stack.use(await opener.open("limiter"));
  const channels = await service.openChannels();
  const { limiters, quotas } = openStores(limiterRedis, config.JETWIRE_NAMESPACE);

  const metrics = createGatewayMetrics(registry);
  const quota = quotas.join();
  const addresses = createAddressLimits(config, limiters, quota);
  const blocks = new db.senderBlocks.FollowedSenderBlocks(query, log.child({ part: "blocks" }));
  const clientAddress = createClientAddress(config.GATEWAY_TRUSTED_PROXIES);
  const admission = createConnectionAdmission({
    origins: config.GATEWAY_ORIGINS,
    hostOf: createRequestHost(config.GATEWAY_TRUSTED_PROXIES),
    addresses,
    isBlocked: (request) => blocks.isAddressBlocked(clientAddress(request)),
    refusals: metrics.refusedConnections,
  });
  exportDraining(registry, admission);
  const figures = createFigures(() => performance.now());
  const connections = createConnections(
    () => performance.now(),
    (reason) => {
      metrics.cutConnections.inc({ reason });
      figures.cut();
    },
  );
  const apiKeys = openApiKeys(query, log.child({ part: "keys" }));
  const tokens = createSessionTokens({ issuers: config.AUTH_ISSUERS, query, sessionQuery });
  const sessions = openUserSessions(
    { config, stores, limiters, channels, tokens, query: sessionQuery },
    log.child({ part: "sessions" }),
    registry,
  );
  stores.notices.subscribe(channels, (notice) => {
    apiKeys.noticed(notice);
    sessions.noticed(notice);
    if (notice.kind === "blocks-changed") blocks.changed();
  });
  const feeds = openAccountFeeds(
    {
      stores,
      channels,
      query,
      partitions: config.STREAM_PARTITIONS,
      trace: tracing?.stage("feed"),
    },
    log.child({ part: "feeds" }),
    registry,
  );
  const subscriptions = openSubscriptions(
    { stores, channels, quota, query, isPublic: config.PUBLIC_FIREHOSE },
    log.child({ part: "subscriptions" }),
    registry,
  );
  const watches = openWatches({
    store: stores.watches,
    openLogs: (registeredMs) =>
      openWatchLogs(
        {
          feedLogs: stores.feedLogs,
          channels,
          query,
          stations: subscriptions.stations,
          registeredMs,
        },
        log.child({ part: "watches" }),
        registry,
      ),
    codes: subscriptions.codes,
    share: createWatchShare(query),
    olderFanout: createOlderFanout(stores.processes),
    quota,
    limiters,
    config,
    log: log.child({ part: "watches" }),
  });
  const tokenWatch = createTokenWatch(
    sessionQuery,
    config.SESSION_CHECK_SECONDS * 1_000,
    log.child({ part: "streams" }),
  );
  const feedParts = { feeds, apiKeys, query, metrics };
  const serveStream = createStreams({
    isPublic: config.PUBLIC_FIREHOSE,
    admission,
    addresses,
    checkers: { apiKeys, tokens },
    reserve: (stream, credentials) =>
      reserveConnectionSlots(
        stream,
        credentials,
        quota,
        config.GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX,
      ),
    begin: createBeginStream({
      ...feedParts,
      sniffing: subscriptions.sniffing,
      watches,
      tokenWatch,
      networkOf: ({ request }) => addresses.networkOf(request as IncomingMessage),
    }),
    connections,
    figures,
    metrics,
    log: log.child({ part: "streams" }),
  });

  const http = createHttpServer(config, registry, serveStream);
  const subscriber = createAdapterSubscriber(channels, log.child({ part: "rooms" }));
  const io = createSocketServer(
    http,
    createRoomAdapter(publisher, subscriber, stores.keys),
    admission,
    createViewerEvents({
      isPublic: config.PUBLIC_FIREHOSE,
      sniffing: subscriptions.sniffing,
      addresses,
      connections,
      figures,
      metrics,
      log,
    }),
  );
  stack.defer(() => sessions.flushed());
  stack.defer(() => io.close());
  io.use(createConnectGuard(metrics.refusedConnections));
  io.use(
    createAuthentication({
      checkers: { apiKeys, tokens },
      addresses,
      quota,
      connectionsPerAccountMax: config.GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX,
    }),
  );
  io.on(
    "connection",
    createConnectionHandler({ ...feedParts, sessions, subscriptions, watches, connections, log }),
  );

  const tasks = service.openTasks();
  tasks.run((signal) => watchRedisAnswers(() => readRedisTimeMs(redis), context, signal));
  const pace = {
    perSecond: config.DRAIN_CONNECTIONS_PER_SECOND,
    secondsMax: config.DRAIN_SECONDS,
  };
  const parts = [feeds, apiKeys, sessions, subscriptions, watches, tokenWatch, quota, blocks];
  for (const part of parts) {
    tasks.run((signal) => part.run(signal));
  }
  const sweeping = setInterval(() => connections.sweep(performance.now()), sweepMs);
  stack.defer(() => clearInterval(sweeping));

  const port = await listenForSockets(http, config);
  http.on("error", fail);
  stack.defer(async () => {
    admission.close();
    http.close();
    await drain(connections.all(), pace);
  });
  health.check("listening", () => (http.listening && !admission.isClosed) || "not listening");

  const running = service.run({
    figures: () => figures.read(connections.all(), subscriptions.skippedTicks()),
    onReported: createOperatorDrain(admission, connections.all, pace),
  });
  return { port, drainMsMax: config.DRAIN_SECONDS * 1_000, ...running };
}
