import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createExternalTokens,
  createKeyChecker,
  createKeyUses,
  createTokenChecker,
  verifyToken,
} from "@jetwire/auth";
import {
  endedKeys,
  findApiKey,
  findLinkedAccount,
  listOwned,
  listVerifyKeys,
  recordKeyUses,
  openDatabase,
  type Sql,
} from "@jetwire/db";
import { serverEvent } from "@jetwire/protocol";
import {
  createAdapterSubscriber,
  createChannels,
  createKeys,
  createRedisOpener,
  hearNotices,
  neverRejectingPublisher,
} from "@jetwire/redis";
import type { ProcessContext } from "@jetwire/runtime";
import { takeAccountPlaces } from "./limits/connection-slots.ts";
import { clientAddress } from "./limits/client-address.ts";
import { clientEventsOf } from "./connection/client-events.ts";
import type { GatewayConfig } from "./config.ts";
import { createConnectGuard } from "./handshake/connect-guard.ts";
import { createConnections } from "./connection/connections.ts";
import {
  checkCredentials,
  type CredentialChecks,
  type Credentials,
} from "./handshake/credentials.ts";
import { admit } from "./handshake/admission.ts";
import { drain } from "./connection/drain.ts";
import { createFeeds } from "./feed/feeds.ts";
import type { GatewaySocket } from "./connection/gateway-socket.ts";
import { type Introduction, takeIntroduction } from "./handshake/handshake.ts";
import { createKeyWatch } from "./feed/key-watch.ts";
import { createMeasures, kindOf } from "./metrics.ts";
import { openLimits } from "./limits/open-limits.ts";
import { openSubscriptions } from "./rooms/open-subscriptions.ts";
import { createHttpServer, createRealtime } from "./connection/realtime.ts";
import { openSessions } from "./session/open-sessions.ts";
import { offerSubscriptions } from "./rooms/offer-subscriptions.ts";
import { hearUnknownEvents } from "./connection/unknown-events.ts";
import { welcome } from "./handshake/connection-handler.ts";
import { type WireWithFrames, wireOf } from "./connection/engine-connection.ts";

const queryMsMax = 2_000;
const sweepMs = 1_000;
/** With the watch over keys every two seconds: no revoked key is good for five. */
const keyCacheMsMax = 2_000;

/** A gateway that clients can connect to. */
export interface Gateway extends AsyncDisposable {
  readonly port: number;
}

/** Opens a gateway; disposal drains it first. */
export async function start(
  config: GatewayConfig,
  { log, metrics, health, fail }: ProcessContext,
): Promise<Gateway> {
  await using stack = new AsyncDisposableStack();
  const keys = createKeys(config.JETWIRE_NAMESPACE);
  const measures = createMeasures(metrics);
  const database = stack.use(
    openDatabase(config.DATABASE_URL, { log, max: 5, applicationName: "jetwire-gateway" }),
  );
  const sessionDatabase = stack.use(
    openDatabase(config.DATABASE_URL, { log, max: 5, applicationName: "jetwire-gateway-sessions" }),
  );
  const ask = <T>(work: (sql: Sql) => Promise<T>) => database.withQueryDeadline(work, queryMsMax);
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("request"));
  const publisher = stack.use(neverRejectingPublisher(await opener.open("request"), metrics));
  const limiterRedis = stack.use(await opener.open("limiter"));
  const channels = createChannels(stack.use(await opener.open("subscriber")));

  const connections = createConnections(
    () => performance.now(),
    (reason) => measures.cutConnections.inc({ reason }),
  );
  const trustedProxies = new Set(config.GATEWAY_TRUSTED_PROXIES);
  const { addresses, held } = openLimits(config, limiterRedis, keys);
  const doorRules = {
    origins: config.GATEWAY_ORIGINS,
    isDraining: () => draining,
    addressOf: (request: IncomingMessage) => clientAddress(request, trustedProxies),
  };
  let draining = false;
  const http = createHttpServer(config.GATEWAY_CONNECTIONS_MAX);
  const subscriber = createAdapterSubscriber(channels, log.child({ part: "rooms" }));
  const io = createRealtime(http, publisher, subscriber, keys, async (request) => {
    const admission = await admit(request, doorRules, addresses);
    if (!admission.admitted) measures.refusedConnections.inc({ reason: admission.reason });
    return admission;
  });
  stack.defer(() => app.settled());
  stack.defer(() => io.close());
  io.engine.on("connection", (wire: WireWithFrames) => connections.add(wire));

  const feedSources = { redis, keys, channels, ask, partitions: config.STREAM_PARTITIONS };
  const feeds = createFeeds(feedSources, log.child({ part: "feeds" }), metrics);
  const subscriptions = openSubscriptions({ redis, keys, channels, held, ask }, metrics);
  const checkOwnToken = createTokenChecker(() => ask(listVerifyKeys), verifyToken);
  const checkExternalToken = createExternalTokens(config.AUTH_ISSUERS, (identity) =>
    ask((sql) => findLinkedAccount(sql, identity)),
  );
  const app = openSessions(
    config,
    { database: sessionDatabase, redis, limiterRedis, channels, keys },
    async (token) => (await checkExternalToken(token)) ?? (await checkOwnToken(token)),
    log.child({ part: "sessions" }),
    metrics,
  );

  const keyChecker = createKeyChecker((keyHash) => ask((sql) => findApiKey(sql, keyHash)), {
    ttlMs: keyCacheMsMax,
  });
  const keyUses = createKeyUses(
    (uses) => ask((sql) => recordKeyUses(sql, uses)),
    log.child({ part: "keys" }),
  );
  const keyWatch = createKeyWatch(
    {
      endedKeys(keyIds) {
        // A connection that stands uses its key.
        for (const keyId of keyIds) keyUses.note(keyId);
        return ask((sql) => endedKeys(sql, keyIds));
      },
      forget: () => keyChecker.forget(),
    },
    log.child({ part: "keys" }),
  );
  hearNotices(channels, keys, (notice) => keyWatch.noticed(notice));
  const checks: Omit<CredentialChecks, "begin"> = {
    async checkApiKey(given) {
      const key = await keyChecker.check(given);
      if (key.valid) keyUses.note(key.keyId);
      return key;
    },
    checkToken: (given) => app.checkToken(given),
  };

  /** Which credentials hold, and whether there is room for a connection with them. */
  async function check(socket: GatewaySocket, introduction: Introduction): Promise<Credentials> {
    const address = doorRules.addressOf(socket.request);
    const begin = () => addresses.tryCredential(address);
    const credentials = await checkCredentials(introduction, { ...checks, begin });
    const max = config.GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX;
    return await takeAccountPlaces(wireOf(socket), credentials, held, max);
  }

  io.use(createConnectGuard(() => measures.refusedConnections.inc({ reason: "second-connect" })));
  io.use((socket, next) => void introduce(socket, check, next));
  io.on("connection", (socket) => {
    const kind = kindOf(socket.data.credentials);
    measures.sockets.inc({ kind });
    socket.once("disconnect", () => measures.sockets.dec({ kind }));
    void welcome(socket, {
      feeds,
      sessions: app.sessions,
      keyWatch,
      ended: (end) => measures.cutConnections.inc({ reason: `key-${end}` }),
      stationsOf: (accountId) => ask((sql) => listOwned(sql, accountId)),
      log,
    });
    if (!socket.connected) return;
    hearUnknownEvents(socket, () => connections.charge(wireOf(socket)));
    const on = clientEventsOf(socket, log, measures.refusedEvents);
    const onChat = clientEventsOf(socket, log, measures.refusedEvents, serverEvent.chatError);
    app.offer(socket, onChat, on);
    offerSubscriptions(socket, on, {
      ...subscriptions.steps,
      isPublic: config.PUBLIC_FIREHOSE,
    });
  });

  const stop = new AbortController();
  const checking = Promise.all(
    [feeds, keyWatch, keyUses, app, subscriptions, held].map((part) => part.run(stop.signal)),
  );
  checking.catch(fail);
  const sweeping = setInterval(() => connections.sweep(performance.now()), sweepMs);
  stack.defer(async () => {
    clearInterval(sweeping);
    stop.abort();
    await checking;
  });

  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(
      {
        host: config.GATEWAY_HOST,
        port: config.GATEWAY_PORT,
        reusePort: config.GATEWAY_REUSE_PORT,
      },
      resolve,
    );
  });
  http.on("error", fail);
  stack.defer(async () => {
    draining = true;
    http.close();
    await drain(connections.all(), config.DRAIN_SECONDS);
  });
  health.check("redis", () => redis.status === "ready" || "not connected");
  health.check("listening", () => (http.listening && !draining) || "not listening");

  const { port } = http.address() as AddressInfo;
  const opened = stack.move();
  return { port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The second middleware: a socket is connected once its credentials have been asked about. */
async function introduce(
  socket: GatewaySocket,
  check: (socket: GatewaySocket, introduction: Introduction) => Promise<Credentials>,
  next: () => void,
): Promise<void> {
  const introduction = takeIntroduction(socket);
  const credentials = await check(socket, introduction);
  const { browserId, after } = introduction;
  socket.data = { browserId, credentials, after };
  next();
}
