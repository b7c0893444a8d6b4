import { createOidcClients, createPendingIdentities } from "@jetwire/auth";
import { createKeySeal } from "@jetwire/auth";
import { createFlightKeys, createMailQueue, followSenderBlocks, readTimeMs } from "@jetwire/db";
import {
  createChannels,
  createRedisOpener,
  openStores,
  readRedisTimeMs,
  reportProcess,
  watchRedis,
} from "@jetwire/redis";
import { createTaskGroup, type ProcessContext, watchClock } from "@jetwire/runtime";
import { createAccountChanges } from "./admission/account-changes.ts";
import { createAnonymousSessions } from "./admission/anonymous-sessions.ts";
import { createAdmission } from "./admission/admission.ts";
import { createCookieLimit } from "./admission/failure-limit.ts";
import { sealSigningKeys } from "./admission/seal-signing-keys.ts";
import { createSessionGrants } from "./admission/session-grants.ts";
import { createStationChanges } from "./admission/station-changes.ts";
import { createFinishSignIn } from "./admission/finish-sign-in.ts";
import { createBackground } from "./background.ts";
import { passkeyRoutes, passkeySignInRoutes } from "./sign-in/passkey-routes.ts";
import { profileRoutes } from "./sign-in/profile-routes.ts";
import { identityRoutes } from "./sign-in/identity-routes.ts";
import { signInRoutes, type SignInServices } from "./sign-in/sign-in-routes.ts";
import { createOidcCallback, type OidcServices } from "./sign-in/oidc-callback.ts";
import { createSignInLimits } from "./sign-in/sign-in-limits.ts";
import { createWebSessions } from "./admission/web-sessions.ts";
import { airlineRoutes } from "./airlines/airline-routes.ts";
import { createApp } from "./app.ts";
import type { RestConfig } from "./config.ts";
import { openDatabases } from "./database-reader.ts";
import { lookupRoute } from "./lookup/lookup-route.ts";
import { createConnectionBounds, listen } from "./http/listen.ts";
import { createRequestMetrics } from "./http/request-metrics.ts";
import { ownNetworkRoutes } from "./own-network/own-network-routes.ts";
import { createMessageFinder } from "./messages/find-message.ts";
import { createFilterReader } from "./messages/message-filter.ts";
import { createMessagePages } from "./messages/message-pages.ts";
import { createStoredRange } from "./messages/stored-range.ts";
import { createVisibility } from "./messages/visibility.ts";
import { createAccountingWatch } from "./overview/accounting-watch.ts";
import { exportServiceMetrics } from "./overview/service-metrics.ts";
import { flightTrackRoute } from "./positions/flight-track-route.ts";
import { positionsRoute } from "./positions/positions-route.ts";
import { accountRoutes } from "./accounts/account-routes.ts";
import { alertRoutes } from "./alerts/alert-routes.ts";
import { airframeRoutes } from "./airframes/airframe-routes.ts";
import { chatRoutes } from "./people/chat-routes.ts";
import { claimRoutes } from "./station-claims/claim-routes.ts";
import { webSessionRoutes } from "./sign-in/web-session-routes.ts";
import { createDocuments, documentRoutes } from "./status/document-routes.ts";
import { exportRoute } from "./messages/export-route.ts";
import { flightRoutes } from "./flights/flight-routes.ts";
import { groundStationRoutes } from "./reference/ground-station-routes.ts";
import { keyRoutes } from "./accounts/key-routes.ts";
import { stationTransferRoutes } from "./station-transfers/transfer-routes.ts";
import { conversationRoute, messageRoute } from "./messages/message-routes.ts";
import { messagesRoute } from "./messages/messages-route.ts";
import { notificationRoutes } from "./people/notification-routes.ts";
import { operatorRoutes } from "./routes/operator/index.ts";
import { presenceRoute } from "./people/presence-route.ts";
import { accountExportRoute } from "./accounts/account-export-route.ts";
import { erasureRoutes } from "./delayed-steps/erasures.ts";
import { referenceDataRoutes } from "./reference/reference-data-routes.ts";
import { sessionRoutes } from "./sign-in/session-routes.ts";
import { stationKeyRoutes } from "./stations/station-key-routes.ts";
import { stationRejectsRoute } from "./station-facts/station-rejects-route.ts";
import { stationStatsRoute } from "./station-facts/station-stats-route.ts";
import { stationStatusRoutes } from "./stations/station-status-routes.ts";
import { stationRoutes } from "./stations/station-routes.ts";
import { statusRoute } from "./status/status-route.ts";
import { streamsRoute } from "./status/streams-route.ts";
import { cachedServiceState } from "./status/service-state.ts";
import { watchDatabases } from "./watch-databases.ts";
import { createPageHeads } from "./web-page/page-heads.ts";
import { stationCoverageRoute } from "./station-facts/coverage-route.ts";
import { stationGapsRoute } from "./station-facts/gaps-route.ts";
import { statsRoute } from "./statistics/stats-route.ts";
import { userRoutes } from "./people/user-routes.ts";

/** Starts the REST interface. It also starts while Postgres and Redis are unavailable, and reports it. */
export async function start(
  config: RestConfig,
  { identity, log, metrics, health, tracing, fail }: ProcessContext,
): Promise<AsyncDisposable & { readonly port: number }> {
  await using stack = new AsyncDisposableStack();
  const databases = stack.use(openDatabases(config, log));
  const { primary, replica, readers, write } = databases;
  const { read } = readers;
  const opener = createRedisOpener(config.REDIS_URL, log, metrics, config.REDIS_LIMITER_MS_MAX);
  const redis = stack.use(await opener.open("request"));
  stack.use(await watchRedis(redis, { log, metrics, health }));
  const channels = createChannels(stack.use(await opener.open("subscriber")));
  const stores = openStores(redis, config.JETWIRE_NAMESPACE);
  const limiterRedis = stack.use(await opener.open("limiter"));
  // A connection that answers at once or not at all.
  const counters = openStores(limiterRedis, config.JETWIRE_NAMESPACE);
  const { limiters } = counters;

  const tasks = stack.use(createTaskGroup(fail));
  const clocks = { Redis: () => readRedisTimeMs(redis), Postgres: () => readTimeMs(primary) };
  tasks.run((signal) => watchClock(clocks, { log, metrics, health }, signal));
  tasks.run((signal) => watchDatabases(databases, { log, metrics, health }, signal));
  const self = { ...identity, health };
  tasks.run((signal) => reportProcess(stores.processes, self, signal));
  const webSessions = createWebSessions(write, createCookieLimit(limiters, config));
  const admission = createAdmission(config, { read: write, webSessions }, counters, log);
  tasks.run((signal) => admission.run(signal));
  const blocks = followSenderBlocks(read, log, write);
  tasks.run((signal) => blocks.run(signal));
  stores.notices.subscribe(channels, ({ kind }) => {
    if (kind === "blocks-changed") blocks.changed();
    else if (kind !== "station-changed") admission.forget();
  });
  const anonymousSessions = createAnonymousSessions(config, limiters);
  const seal = createKeySeal(config.SIGNING_KEY_SECRET, config.SIGNING_KEY_SECRET_PREVIOUS);
  const grants = createSessionGrants(write, seal);
  tasks.run((signal) => sealSigningKeys(write, seal, log.child({ part: "signing-keys" }), signal));
  const changes = createAccountChanges(admission, stores);
  const stationChanges = createStationChanges(stores);
  const signIn: SignInServices = {
    config,
    write,
    limits: createSignInLimits(limiters, config),
    failures: admission.failures,
    finishSignIn: createFinishSignIn(write, changes),
    background: stack.use(createBackground(log)),
    mails: createMailQueue({ log: log.child({ part: "mail" }), metrics }),
  };

  const flightKeys = createFlightKeys(read);
  const visibility = createVisibility(read);
  const messages = createMessageFinder(readers, visibility, stores);
  const filters = createFilterReader(read, flightKeys, visibility);
  const storedRange = createStoredRange(read, stores.streams, config.STREAM_PARTITIONS);
  const pages = createMessagePages(readers, storedRange);
  const documents = createDocuments(config.REST_WS_URL);

  const oidc: OidcServices = {
    ...signIn,
    clients: createOidcClients(config.OIDC_PROVIDERS),
    pending: createPendingIdentities(config.SIGNING_KEY_SECRET),
    log: log.child({ part: "oidc" }),
  };

  const { streams, canaryRuns, processes } = stores;
  const partitions = config.STREAM_PARTITIONS;
  const ofRedis = { redis, streams, partitions, canaryRuns, processes };
  const stateSources = { database: primary, replica, ...ofRedis };
  const state = cachedServiceState(stateSources);
  const accounting = createAccountingWatch(write, streams, partitions);
  exportServiceMetrics(metrics, { state, accounting, read: write });

  const app = createApp({
    oidcCallback: createOidcCallback(oidc),
    routes: [
      messagesRoute(filters, pages),
      exportRoute(readers, filters, storedRange),
      messageRoute(read, messages),
      conversationRoute(readers, messages, visibility),
      ...stationRoutes({ read, write, changes: stationChanges }, pages, visibility),
      ...stationKeyRoutes(write, stationChanges),
      ...stationStatusRoutes(read, limiters, config),
      stationStatsRoute(read),
      stationCoverageRoute(read),
      stationGapsRoute(read),
      statsRoute(read),
      ...airframeRoutes(read, pages, visibility),
      ...flightRoutes(read, flightKeys, pages, visibility),
      flightTrackRoute(read, visibility),
      positionsRoute(read, filters),
      lookupRoute(read, flightKeys, messages),
      ...referenceDataRoutes(read),
      ...airlineRoutes(read, flightKeys, pages, visibility),
      ...groundStationRoutes(read),
      ...accountRoutes(write, admission.limits, counters, config),
      ...keyRoutes(write, changes),
      accountExportRoute(write),
      ...erasureRoutes({ ...signIn, changes }),
      ...claimRoutes({
        write,
        changes,
        failures: admission.failures,
        publicUrl: config.PUBLIC_URL,
        secret: config.INGEST_ADDRESS_SECRET,
      }),
      stationRejectsRoute(read),
      ...stationTransferRoutes({ ...signIn, changes }),
      ...ownNetworkRoutes({ write, limiters }, config),
      ...sessionRoutes(write, admission, { webSessions, anonymousSessions, grants }, changes),
      ...webSessionRoutes({ config, write, webSessions, changes }),
      ...signInRoutes(signIn),
      ...passkeySignInRoutes(signIn),
      ...identityRoutes(oidc, changes),
      ...passkeyRoutes(signIn),
      ...profileRoutes(signIn, changes),
      ...chatRoutes(write),
      ...notificationRoutes(write),
      ...alertRoutes({ read, write }, filters, admission.failures),
      ...userRoutes(write),
      presenceRoute(write, stores.presence),
      ...operatorRoutes({
        config,
        read,
        write,
        filters,
        changes,
        stationChanges,
        stores,
        limiters,
        metrics,
        accounting,
        status: { database: primary, replica, redis },
      }),
      streamsRoute(stores),
      statusRoute(config.REST_WS_URL ?? null, state),
      ...documentRoutes(documents),
    ],
    admission,
    blocks,
    corsOrigins: config.REST_CORS_ORIGINS,
    trustedProxies: config.REST_TRUSTED_PROXIES,
    webPage:
      config.REST_VIEWER_DIR === undefined
        ? undefined
        : {
            folder: config.REST_VIEWER_DIR,
            heads: createPageHeads(read, messages, limiters, config),
            publicUrl: config.PUBLIC_URL,
            realtimeUrl: config.REST_WS_URL,
            tilesUrl: config.MAP_TILES_URL,
            log,
          },
    siteFolder: config.REST_DOCS_DIR,
    metrics: createRequestMetrics(metrics),
    tracing,
    log,
  });
  const address = { host: config.REST_HOST, port: config.REST_PORT };
  const server = stack.use(await listen(app, address, createConnectionBounds(config, metrics)));
  log.info({ port: server.port }, "listening");

  const opened = stack.move();
  return { port: server.port, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
