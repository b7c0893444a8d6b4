import { openDatabase, readTimeMs } from "@jetwire/db";
import {
  createRedisOpener,
  openStores,
  readRedisTimeMs,
  reportProcess,
  runGroup,
  watchRedis,
} from "@jetwire/redis";
import {
  createReplicaId,
  createTaskGroup,
  every,
  type ProcessContext,
  watchClock,
} from "@jetwire/runtime";
import { createLiveRules } from "./alerts/live-rules.ts";
import { createAlertMatcher } from "./alerts/match-alerts.ts";
import type { PersisterConfig } from "./config.ts";
import { createMessageStore } from "./message-store.ts";
import { persist } from "./persist.ts";
import { trimStreams } from "./trim-streams.ts";
import { waitUntilDurable } from "./wait-until-durable.ts";

const trimEveryMs = 1_000;
/** Nobody waits for Postgres: a by-id read that comes sooner looks into the stream. */
const lingerMs = 40;

/** Starts the persister: it stores the stream in Postgres and trims what all groups have read. */
export async function start(
  config: PersisterConfig,
  { log, metrics, health, tracing, fail }: ProcessContext,
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const replica = createReplicaId();
  const partitions = config.STREAM_PARTITIONS;
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("request"));
  stack.use(await watchRedis(redis, { log, metrics, health }));
  const { keys, streams, processes } = openStores(redis, config.JETWIRE_NAMESPACE);
  const database = stack.use(openDatabase(config.DATABASE_URL, { log, max: partitions + 1 }));
  const queryMsMax = config.PERSISTER_QUERY_MS_MAX;
  await waitUntilDurable(database, queryMsMax, log);

  const store = createMessageStore(database, {
    queryMsMax,
    log,
    metrics,
    health,
    trace: tracing?.stage("store"),
  });
  const rules = createLiveRules(database, log.child({ part: "alerts" }));
  const alerts = stack.use(createAlertMatcher(database, { rules, log, metrics }));
  const tasks = stack.use(createTaskGroup(fail));
  tasks.run((signal) => rules.run(signal));
  tasks.run((signal) => alerts.run(signal));
  const clocks = { Redis: () => readRedisTimeMs(redis), Postgres: () => readTimeMs(database) };
  tasks.run((signal) => watchClock(clocks, { log, metrics, health }, signal));
  const self = { service: "persister", replica, number: config.SERVICE_REPLICA, health };
  tasks.run((signal) => reportProcess(processes, self, signal));
  tasks.run((signal) =>
    runGroup(
      {
        opener,
        keys,
        group: "persister",
        partitions,
        replica,
        entriesMax: config.PERSISTER_BATCH_MAX,
        withDetails: true,
        lingerMs,
        handle: (partition, entries) => persist(partition, entries, store, alerts),
        refuse: (partition, refused) =>
          store.addDeadLetters(refused.map((entry) => ({ partition, ...entry }))),
        log,
        metrics,
        health,
        stallMsMax: config.STREAM_STALL_MS_MAX,
      },
      signal,
    ),
  );
  tasks.run((signal) =>
    every(trimEveryMs, () => trimStreams(streams, partitions), {
      signal,
      log,
      task: "trim the stream",
    }),
  );
  health.check("postgres", () => database.answers());

  const opened = stack.move();
  return { [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
