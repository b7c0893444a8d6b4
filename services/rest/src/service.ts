import { createAddressPolicy, createKeySeal } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { createAccountingWatch } from "@jetwire/health";
import { openStores } from "@jetwire/redis";
import type { ProcessContext } from "@jetwire/runtime";
import { openService } from "@jetwire/service";
import { accountTopic } from "./accounts/routes.ts";
import { createAccountChanges } from "./admission/account-changes.ts";
import { createRequestAdmission } from "./admission/admission.ts";
import { createAnonymousSessions } from "./admission/anonymous-sessions.ts";
import { createCookieLimit } from "./admission/failure-limit.ts";
import { sealSigningKeys } from "./admission/seal-signing-keys.ts";
import { createSessionGrants } from "./admission/session-grants.ts";
import { createStationChanges } from "./admission/station-changes.ts";
import { createWebSessions } from "./admission/web-sessions.ts";
import { alertRoutes } from "./alerts/alert-routes.ts";
import { destinationRoutes } from "./alerts/destination-routes.ts";
import { createApp } from "./app.ts";
import { createBackground } from "./background.ts";
import type { RestConfig } from "./config.ts";
import { openDatabases, primaryOptions } from "./database-reader.ts";
import { serveOtherForms } from "./flight-facts/other-forms.ts";
import { createRouteFinder } from "./flight-facts/route-finder.ts";
import { flightTopic } from "./flights/routes.ts";
import { createConnectionBounds, listen } from "./http/listen.ts";
import { createRequestMetrics } from "./http/request-metrics.ts";
import { createMessageReading } from "./messages/message-reading.ts";
import { aggregatorRoute } from "./instance/aggregator-route.ts";
import { servePolicies } from "./instance/serve-policies.ts";
import { messageTopic } from "./messages/routes.ts";
import { exportServiceMetrics } from "./overview/service-metrics.ts";
import { peopleTopic } from "./people/routes.ts";
import { operatorRoutes } from "./routes/operator/index.ts";
import { announceSetup } from "./setup/announce-setup.ts";
import { createRestores } from "./setup/restores.ts";
import { createSetupCodes } from "./setup/setup-code.ts";
import { createSetupNeed, setupRoutes } from "./setup/setup-routes.ts";
import { createOidcCallback } from "./sign-in/oidc-callback.ts";
import { signInTopic } from "./sign-in/routes.ts";
import { createSignInServices } from "./sign-in/sign-in-services.ts";
import { stationTopic } from "./stations/routes.ts";
import { undecodedRoute } from "./statistics/undecoded-route.ts";
import { statsRoute } from "./statistics/stats-route.ts";
import { createDocuments, documentRoutes } from "./status/document-routes.ts";
import { cachedServiceState } from "./status/service-state.ts";
import { followPast } from "./status/status-history.ts";
import { serveStatusPage, statusRoutes } from "./status/status-route.ts";
import { streamsRoute } from "./status/streams-route.ts";
import { watchDatabases } from "./watch-databases.ts";
import { createCardPictures } from "./web-page/cards/card-pictures.ts";
import { createCardReader } from "./web-page/cards/card-reader.ts";
import { serveCards } from "./web-page/cards/serve-cards.ts";
import { createPageHeads } from "./web-page/page-heads.ts";
import { webPageOptions } from "./web-page/web-page-options.ts";

/** Starts the REST interface. It also starts while Postgres and Redis are unavailable, and reports it. */
export async function start(
  config: RestConfig,
  context: ProcessContext,
): Promise<AsyncDisposable & { readonly port: number }> {
  const { log, metrics, tracing } = context;
  await using service = await openService(config, context, {
    redis: "request",
    database: primaryOptions,
  });
  const { stack, redis, stores } = service;
  const databases = stack.use(openDatabases(config, service.database, log));
  const { primary, replica, readers, write } = databases;
  const { read } = readers;
  const channels = await service.openChannels();
  const limiterRedis = stack.use(await service.opener.open("limiter"));
  // A connection that answers at once or not at all.
  const counters = openStores(limiterRedis, config.JETWIRE_NAMESPACE);
  const { limiters } = counters;
  const tasks = service.openTasks();
  tasks.run((signal) => watchDatabases(databases, context, signal));

  // Who may do what.
  const webSessions = createWebSessions(write, createCookieLimit(limiters, config));
  const admission = createRequestAdmission(config, { read: write, webSessions }, counters, log);
  tasks.run((signal) => admission.run(signal));
  const blocks = new db.senderBlocks.FollowedSenderBlocks(read, log, write);
  tasks.run((signal) => blocks.run(signal));
  stores.notices.subscribe(channels, ({ kind }) => {
    if (kind === "blocks-changed") blocks.changed();
    else if (kind !== "station-changed") admission.forget();
  });
  const seal = createKeySeal(config.SIGNING_KEY_SECRET, config.SIGNING_KEY_SECRET_PREVIOUS);
  tasks.run((signal) => sealSigningKeys(write, seal, log.child({ part: "signing-keys" }), signal));
  const issuers = {
    webSessions,
    anonymousSessions: createAnonymousSessions(config, limiters),
    grants: createSessionGrants(write, seal),
  };
  const { failures } = admission;
  const changes = createAccountChanges(admission, stores);
  const stationChanges = createStationChanges(stores);
  const background = stack.use(createBackground(log));
  const signInParts = { write, limiters, failures, changes, background };
  const signIn = createSignInServices(config, signInParts, log, metrics);

  const codes = createSetupCodes(config.SIGNING_KEY_SECRET);
  const need = createSetupNeed(write);
  const restores = createRestores(stores.restoreDesk);
  const announced = { write, codes, page: `${config.PUBLIC_URL ?? ""}/setup` };
  tasks.run((signal) => announceSetup(announced, log.child({ part: "setup" }), signal));

  // The state of the whole service.
  const partitions = config.STREAM_PARTITIONS;
  const state = cachedServiceState({ database: primary, replica, redis, stores, partitions });
  const accounting = createAccountingWatch(primary, stores.streams, partitions);
  exportServiceMetrics(metrics, { state, accounting, read: write });
  const past = followPast(read, stores.statusHistory, log.child({ part: "status" }));
  tasks.run((signal) => past.run(signal));

  const reading = createMessageReading(readers, stores, partitions);
  const routeFinder = createRouteFinder(read, reading.flightKeys, reading.visibility);
  const own = { config, changes, signIn };
  const routes = [
    ...messageTopic(readers, reading),
    ...stationTopic({ ...own, read, write, reading, limiters, stationChanges }),
    ...flightTopic(read, reading, routeFinder, config),
    statsRoute(read),
    undecodedRoute(read, reading),
    ...accountTopic({ ...own, admission, counters }),
    ...signInTopic(signIn, admission, issuers, changes),
    ...peopleTopic(write, stores.presence),
    ...alertRoutes({ read, write }, reading.filters, failures),
    ...destinationRoutes(write, createAddressPolicy(config.DELIVERY_ALLOWED_HOSTS)),
    ...operatorRoutes({
      config,
      read,
      write,
      filters: reading.filters,
      changes,
      stationChanges,
      stores,
      limiters,
      metrics,
      accounting,
      mails: signIn.mails,
      tokens: { grants: issuers.grants, seal },
      status: { database: primary, replica, redis },
    }),
    streamsRoute(stores),
    ...statusRoutes(config.REST_WS_URL ?? null, state, past),
    ...setupRoutes(signIn, { codes, need, restores }, config),
    aggregatorRoute(config),
    ...documentRoutes(createDocuments(config.REST_WS_URL)),
  ];

  const heads = createPageHeads(read, reading.finder, limiters, config);
  const cards = serveCards({
    reader: createCardReader(readers, reading),
    pictures: createCardPictures(),
    limiters,
    config,
  });
  const app = createApp({
    oidcCallback: createOidcCallback(signIn),
    routes,
    realtimeUrl: config.REST_WS_URL,
    otherForms: serveOtherForms({ read, finder: routeFinder, limits: admission.limits, config }),
    admission,
    blocks,
    corsOrigins: config.REST_CORS_ORIGINS,
    trustedProxies: config.REST_TRUSTED_PROXIES,
    webPage: webPageOptions(config, { heads, cards, need }, log),
    siteFolder: config.REST_DOCS_DIR,
    textPages: [servePolicies(config), serveStatusPage(state, past)],
    metrics: createRequestMetrics(metrics),
    tracing,
    log,
  });
  const address = { host: config.REST_HOST, port: config.REST_PORT };
  const server = stack.use(await listen(app, address, createConnectionBounds(config, metrics)));
  log.info({ port: server.port }, "listening");
  return { port: server.port, ...service.run() };
}
