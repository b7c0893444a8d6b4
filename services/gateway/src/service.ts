import type { AddressInfo } from "node:net";
import { createKeyChecker } from "@jetwire/auth";
import {
  findApiKey,
  listOwned,
  listVerifyKeys,
  openDatabase,
  type Sql,
  stationsById,
} from "@jetwire/db";
import {
  adapterRoomChannel,
  createAdapterSubscriber,
  createChannels,
  createKeys,
  createRedisOpener,
  findStationOwners,
  neverRejectingPublisher,
} from "@jetwire/redis";
import type { ProcessContext } from "@jetwire/runtime";
import { clientAddress } from "./client-address.ts";
import { clientEventsOf } from "./client-events.ts";
import type { GatewayConfig } from "./config.ts";
import { createConnectGuard } from "./connect-guard.ts";
import { createConnections } from "./connections.ts";
import { checkCredentials, type CredentialChecks } from "./credentials.ts";
import { admit } from "./door.ts";
import { drain } from "./drain.ts";
import { createFeeds } from "./feed.ts";
import { createFirehose } from "./firehose.ts";
import type { GatewaySocket } from "./gateway-socket.ts";
import { takeIntroduction } from "./handshake.ts";
import { createSubscribeLimit } from "./limits.ts";
import { createMeasures, kindOf } from "./measures.ts";
import { createHttpServer, createRealtime } from "./realtime.ts";
import { createStations } from "./stations.ts";
import { offerSubscriptions } from "./subscriptions/index.ts";
import { createTokenChecker } from "./token-checker.ts";
import { welcome } from "./welcome.ts";
import type { Wire } from "./wire.ts";

const queryMsMax = 2_000;
const sweepMs = 1_000;

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
  const ask = <T>(work: (sql: Sql) => Promise<T>) => database.withQueryDeadline(work, queryMsMax);
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("request"));
  const publisher = stack.use(neverRejectingPublisher(await opener.open("request"), metrics));
  const channels = createChannels(stack.use(await opener.open("subscriber")));

  const connections = createConnections(
    () => performance.now(),
    (reason) => measures.cutConnections.inc({ reason }),
  );
  const trustedProxies = new Set(config.GATEWAY_TRUSTED_PROXIES);
  const doorRules = {
    origins: config.GATEWAY_ORIGINS,
    perAddressMax: config.GATEWAY_CONNECTIONS_PER_ADDRESS_MAX,
  };
  let draining = false;
  const http = createHttpServer(config.GATEWAY_CONNECTIONS_MAX);
  const subscriber = createAdapterSubscriber(channels, log.child({ part: "rooms" }));
  const io = createRealtime(http, publisher, subscriber, keys, (request) => {
    const connected = connections.from(clientAddress(request, trustedProxies));
    const admission = admit(request, connected, draining, doorRules);
    if (!admission.admitted) measures.refusedConnections.inc({ reason: admission.reason });
    return admission;
  });
  stack.defer(() => io.close());
  io.engine.on("connection", (wire: Wire) => {
    connections.add(wire, clientAddress(wire.request, trustedProxies));
  });

  const feeds = createFeeds(redis, keys, channels, log.child({ part: "feeds" }), metrics);
  const firehose = createFirehose(channels, keys.firehoseChannel, metrics);
  const limit = createSubscribeLimit(() => performance.now());
  const stations = createStations({
    record: async (id) => (await ask((sql) => stationsById(sql, [id]))).get(id) ?? null,
    copy: async (id) => (await findStationOwners(redis, keys, [id]))[0] ?? null,
  });

  const keyChecker = createKeyChecker({
    find: (keyHash) => ask((sql) => findApiKey(sql, keyHash)),
    now: Date.now,
  });
  const checks: CredentialChecks = {
    checkApiKey: (given) => keyChecker.check(given),
    checkToken: createTokenChecker(() => ask(listVerifyKeys), Date.now),
  };

  io.use(createConnectGuard(() => measures.refusedConnections.inc({ reason: "second-connect" })));
  io.use((socket, next) => void introduce(socket, checks, next));
  io.on("connection", (socket) => {
    const kind = kindOf(socket.data.credentials);
    measures.sockets.inc({ kind });
    socket.once("disconnect", () => measures.sockets.dec({ kind }));
    void welcome(socket, {
      feeds,
      stationsOf: (accountId) => ask((sql) => listOwned(sql, accountId)),
      log,
    });
    if (!socket.connected) return;
    offerSubscriptions(socket, clientEventsOf(socket, log, measures.refusedEvents), {
      firehose,
      limit,
      stations,
      holdRoom: (room) => channels.subscribe(adapterRoomChannel(keys, room), () => {}),
      isPublic: config.PUBLIC_FIREHOSE,
    });
  });

  const stop = new AbortController();
  const checking = feeds.run(stop.signal);
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
  checks: CredentialChecks,
  next: () => void,
): Promise<void> {
  const introduction = takeIntroduction(socket);
  const credentials = await checkCredentials(introduction, checks);
  socket.data = { browserId: introduction.browserId, credentials };
  next();
}
