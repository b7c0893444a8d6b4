import { every, type ProcessContext } from "@jetwire/runtime";
import { openService } from "@jetwire/service";
import { createLiveRules } from "./alerts/live-rules.ts";
import { createAlertMatcher } from "./alerts/match-alerts.ts";
import type { PersisterConfig } from "./config.ts";
import { FactMaker } from "./fact-maker.ts";
import { createMessageStore } from "./message-store.ts";
import { persist } from "./persist.ts";
import { trimStreams } from "./trim-streams.ts";
import { waitUntilDurable } from "./wait-until-durable.ts";

const trimEveryMs = 1_000;
/** Nobody waits for Postgres: a by-id read that comes sooner looks into the stream. */
const tickMs = 250;

/** Starts the persister: it stores the stream in Postgres and trims what all groups have read. */
export async function start(
  config: PersisterConfig,
  context: ProcessContext,
): Promise<AsyncDisposable> {
  const { log, metrics, health, tracing } = context;
  const partitions = config.STREAM_PARTITIONS;
  await using service = await openService(config, context, {
    redis: "request",
    database: { max: partitions + 2 },
  });
  const { stack, database } = service;
  const { streams } = service.stores;
  const queryMsMax = config.PERSISTER_QUERY_MS_MAX;
  await waitUntilDurable(database, queryMsMax, log);

  const facts = new FactMaker(database, { queryMsMax, log, metrics });
  const store = createMessageStore(database, {
    queryMsMax,
    log,
    metrics,
    health,
    trace: tracing?.stage("store"),
    onFlightsChanged: () => facts.notice(),
  });
  const rules = createLiveRules(database, log.child({ part: "alerts" }));
  const alerts = stack.use(createAlertMatcher(database, { rules, log, metrics }));
  const tasks = service.openTasks();
  tasks.run((signal) => rules.run(signal));
  tasks.run((signal) => facts.run(signal));
  tasks.run((signal) => alerts.run(signal));
  tasks.run((signal) =>
    service.readGroup(
      {
        group: "persister",
        entriesMax: config.PERSISTER_BATCH_MAX,
        withDetails: true,
        tickMs: () => tickMs,
        handle: (partition, entries) => persist(partition, entries, store, alerts),
        refuse: (partition, refused) =>
          store.addDeadLetters(refused.map((entry) => ({ partition, ...entry }))),
        log,
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
  return service.run();
}
