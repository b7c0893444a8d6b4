import { openDatabase } from "@jetwire/db";
import { createRedisOpener, openStores, watchRedis } from "@jetwire/redis";
import { createTaskGroup, every, type ProcessContext } from "@jetwire/runtime";
import { createAdmission } from "./admission/admit.ts";
import { createRejectedSamples } from "./admission/rejected-samples.ts";
import { createStationRegistry, createStations } from "./admission/stations.ts";
import type { IngestConfig } from "./config.ts";
import { openAirlines } from "./dispatch/airlines.ts";
import { openDispatcher } from "./dispatch/open-dispatcher.ts";
import { createIngest } from "./ingest.ts";
import { createDatabaseSync } from "./journal/database-sync.ts";
import { createJournalQueue } from "./journal/journal-queue.ts";
import { createKernelDropCounter } from "./listeners/kernel-drops.ts";
import {
  createListenerLimits,
  type ListenerPorts,
  openListeners,
} from "./listeners/open-listeners.ts";
import { exportMetrics, exportRefusals } from "./metrics.ts";

export type IngestService = ListenerPorts & AsyncDisposable;

const syncMs = 1_000;

/** Opens ingest: first the stores and the dispatcher, then the queue before the journal, then listeners. */
export async function start(config: IngestConfig, context: ProcessContext): Promise<IngestService> {
  const { log, metrics, health, fail } = context;
  await using stack = new AsyncDisposableStack();
  const database = stack.use(openDatabase(config.DATABASE_URL, { log, max: 4 }));
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("append"));
  stack.use(await watchRedis(redis, context));
  const stores = openStores(redis, config.JETWIRE_NAMESPACE);
  const airlines = await openAirlines(database, stores.airlineCodes, log);
  const dispatcher = stack.use(await openDispatcher(config, { stores, database, airlines }, log));
  const { journal, ledger, progress, backlog, producerId } = dispatcher;

  // Each part has a task group of its own, because they end one after another, the listeners first.
  stack.use(createTaskGroup(fail)).run((signal) => dispatcher.run(signal));
  const registry = createStationRegistry(database);
  const stations = createStations(config, stores.stationIds, registry);
  const queue = createJournalQueue(config, { journal, ledger, progress, stations, backlog }, log);
  stack.use(createTaskGroup(fail)).run((signal) => queue.run(signal));

  const admission = createAdmission(config);
  const ingest = createIngest(admission, queue, ledger, createRejectedSamples(log));
  const limits = createListenerLimits(config);
  const listeners = stack.use(await openListeners(config, { ingest, limits }, log));
  const { httpPort, udpPorts, tcpPorts } = listeners;

  const { counts } = ledger;
  const drops = createKernelDropCounter(counts, udpPorts);
  const sync = createDatabaseSync(config, { journal, counts, progress, producerId }, database);
  const tasks = stack.use(createTaskGroup(fail));
  tasks.run((signal) => airlines.run(signal));
  tasks.run((signal) =>
    every(syncMs, () => drops.update(), { signal, log, task: "read kernel drops" }),
  );
  tasks.run((signal) =>
    every(syncMs, () => sync.run(), { signal, log, task: "sync the journal with Postgres" }),
  );

  exportMetrics(metrics, ledger, queue, journal);
  exportRefusals(metrics, limits);
  health.check(
    "journal",
    () => journal.bytes <= config.INGEST_JOURNAL_BYTES_MAX || "the journal is full",
  );
  health.check("queue", () => queue.fill < 1 || "the queue before the journal is full");

  const opened = stack.move();
  return { httpPort, udpPorts, tcpPorts, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
