import * as db from "@jetwire/db";
import type { DiskSpace, RunQueries } from "@jetwire/db";
import { MessageIds } from "@jetwire/protocol";
import {
  type ClockSkew,
  createAlarm,
  createMessageAge,
  createSteadyClock,
  every,
  greatestSkewMs,
  type ProcessContext,
} from "@jetwire/runtime";
import { openService } from "@jetwire/service";
import { createAdmission } from "./admission/admit.ts";
import { followNetworkHistory } from "./admission/network-history.ts";
import { createNewStationBudget } from "./admission/new-station-budget.ts";
import { createRejectedSamples } from "./admission/rejected-samples.ts";
import { followStationAccess } from "./admission/station-access.ts";
import { createRejectCounter } from "./admission/station-rejects.ts";
import { createSourceCounter } from "./admission/station-sources.ts";
import { createStationRegistry, createStations } from "./admission/stations.ts";
import type { IngestConfig } from "./config.ts";
import { openAirlines } from "./dispatch/airlines.ts";
import { clockLimits } from "./dispatch/message.ts";
import { openDispatcher } from "./dispatch/open-dispatcher.ts";
import { createGroundObserver } from "./ground/observe.ts";
import { createChannelCounter } from "./ground/channel-counter.ts";
import { createSightingCounter } from "./ground/sighting-counter.ts";
import { createIngest } from "./ingest.ts";
import { checkDamage } from "./journal/damage.ts";
import { retryDeadLetters } from "./dispatch/retry-dead-letters.ts";
import { checkSync, DatabaseSync } from "./journal/database-sync.ts";
import { createDispatchWatch } from "./journal/dispatch-watch.ts";
import { JournalQueue } from "./journal/journal-queue.ts";
import { watchDisk } from "./journal/watch-disk.ts";
import { createKernelDropCounter } from "./listeners/kernel-drops.ts";
import {
  createListenerLimits,
  type ListenerPorts,
  openListeners,
} from "./listeners/open-listeners.ts";
import { exportMetrics, exportRefusals, exportTextCounts } from "./metrics.ts";
import { writeCounts } from "./write-counts.ts";

export type IngestService = ListenerPorts & AsyncDisposable;

const syncMs = 1_000;
/** Reading the kernel's table of sockets costs a millisecond or more. */
const dropsMs = 5_000;
const damageCheckMs = 5_000;
const watchMs = 500;
const queryMsMax = 5_000;
const retryMs = 2_000;
const unsyncedText =
  "the last counts were not copied to Postgres; the next start of this journal does it";

/** Opens ingest: first the stores and the dispatcher, then the queue before the journal, then listeners. */
export async function start(config: IngestConfig, context: ProcessContext): Promise<IngestService> {
  const { log, metrics, health, tracing } = context;
  await using service = await openService(config, context, {
    redis: "append",
    database: { max: 4 },
  });
  const { stack, database, stores } = service;
  const airlines = await openAirlines(database, stores.airlineCodes, log);
  const clock = createSteadyClock();
  const dispatcher = stack.use(
    await openDispatcher(
      config,
      { stores, database, airlines },
      {
        log,
        metrics,
        age: createMessageAge("stream", metrics, clock.now),
        traces: tracing && { append: tracing.stage("append"), drop: tracing.stage("drop") },
      },
    ),
  );
  const { journal, ledger, progress, backlog, keptIds, logons } = dispatcher;

  const watch = createDispatchWatch({
    journal,
    progress,
    ledger,
    stallMsMax: config.STREAM_STALL_MS_MAX,
    targets: { log, metrics, health },
    now: () => performance.now(),
  });
  const wentBack = createAlarm("postgres-went-back", context);
  let skews: readonly ClockSkew[] = [];
  const clockSkewMs = () => greatestSkewMs(skews);
  let disk: DiskSpace | null = null;
  const source = { ...dispatcher, watch, clockSkewMs, disk: () => disk };
  const sync = new DatabaseSync(config, source, database, {
    log,
    alarm: wentBack,
    fail: context.fail,
  });
  stack.defer(() =>
    sync.finish().catch((error: unknown) => log.warn({ err: error }, unsyncedText)),
  );
  const queries: RunQueries = (work) => database.withQueryDeadline(work, queryMsMax);
  // Each part has a task group of its own, because they end one after another, the listeners first.
  const dispatching = service.openTasks();
  dispatching.run((signal) => dispatcher.run(signal));
  dispatching.run((signal) => keptIds.run(signal, log));
  const history = followNetworkHistory(config.INGEST_ADDRESS_SECRET);
  const budget = createNewStationBudget(config, history.has);
  const sources = createSourceCounter(config.INGEST_ADDRESS_SECRET, history.has);
  const rejects = createRejectCounter(config.INGEST_ADDRESS_SECRET);
  const registry = createStationRegistry(database);
  const stations = createStations(budget, stores.stationIds, registry);
  const ids = new MessageIds(clock.now, journal.highWater.idMs);
  const age = createMessageAge("journal", metrics, clock.now);
  const traces = tracing && {
    receive: tracing.stage("receive"),
    journal: tracing.stage("journal"),
  };
  const target = {
    journal,
    ledger,
    progress,
    stations,
    sources,
    rejects,
    ids,
    backlog,
    age,
    traces,
  };
  const queue = new JournalQueue(config, target, log);
  service.openTasks().run((signal) => queue.run(signal));

  const channels = await service.openChannels();
  const access = followStationAccess(database, stores.stationAccess, log);
  const blocks = new db.senderBlocks.FollowedSenderBlocks(queries, log);
  stores.notices.subscribe(channels, ({ kind }) => {
    if (kind === "station-changed") access.changed();
    if (kind === "blocks-changed") blocks.changed();
  });
  await access.load();
  const admission = createAdmission(config, access, blocks);
  const samples = createRejectedSamples(log);
  const sightings = createSightingCounter();
  const hfChannels = createChannelCounter();
  const ingest = createIngest(admission, queue, ledger, {
    samples,
    rejects,
    keptIds,
    ground: createGroundObserver({ sightings, channels: hfChannels }, logons, clockLimits(config)),
    now: clock.now,
  });
  const limits = createListenerLimits(config);
  const { relayedNumbers } = stores;
  const listeners = stack.use(
    await openListeners(config, { ingest, limits, relayedNumbers }, { log, metrics }),
  );
  const { httpPort, udpPorts, tcpPorts, asf2Port } = listeners;

  const { counts } = ledger;
  const drops = createKernelDropCounter(counts, udpPorts);
  // Once more before the sockets are closed.
  stack.defer(() => drops.update());
  const damaged = createAlarm("journal-damaged", context);
  const notCopied = createAlarm("counts-not-copied", context);
  const tasks = service.openTasks();
  tasks.run((signal) => airlines.run(signal));
  tasks.run((signal) =>
    every(retryMs, () => retryDeadLetters(queries, stores.streams), {
      signal,
      log: log.child({ part: "dead-letters" }),
      task: "retry dead letters",
    }),
  );
  tasks.run((signal) => access.run(signal));
  tasks.run((signal) => blocks.run(signal));
  tasks.run((signal) =>
    writeCounts({ sources, rejects, sightings, hfChannels }, queries, { signal, log }),
  );
  tasks.run((signal) => logons.run(signal, log));
  tasks.run((signal) => history.run(queries, signal, log));
  tasks.run((signal) =>
    every(dropsMs, () => drops.update(), { signal, log, task: "read kernel drops" }),
  );
  tasks.run((signal) =>
    every(syncMs, () => sync.runIfDue(), { signal, log, task: "sync the journal with Postgres" }),
  );

  tasks.run((signal) =>
    every(watchMs, async () => [watch.check(), checkSync(sync, notCopied)], {
      signal,
      log,
      task: "watch the dispatcher",
    }),
  );
  tasks.run((signal) =>
    every(damageCheckMs, () => checkDamage(journal.directory, journal, damaged), {
      signal,
      log,
      task: "look for damaged files of the journal",
    }),
  );

  tasks.run((signal) =>
    watchDisk(journal.directory, { ...context, onSpace: (space) => void (disk = space) }, signal),
  );

  exportMetrics(metrics, ledger, {
    queue,
    journal,
    journalBytesMax: config.INGEST_JOURNAL_BYTES_MAX,
    sync,
    ids,
    now: clock.now,
  });
  exportRefusals(metrics, limits);
  exportTextCounts(metrics, dispatcher.texts);
  health.check(
    "journal",
    () =>
      journal.writeProblem ??
      (journal.bytes <= config.INGEST_JOURNAL_BYTES_MAX || "the journal is full"),
  );
  health.check("queue", () => queue.fill < 1 || "the queue before the journal is full");

  const running = service.run({
    onClocksCompared(compared) {
      skews = compared;
      clock.compared(compared);
    },
  });
  return { httpPort, udpPorts, tcpPorts, asf2Port, ...running };
}
