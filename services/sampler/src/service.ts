import * as db from "@jetwire/db";
import { createWaker, every, pause, type ProcessContext, type Waker } from "@jetwire/runtime";
import { countRefused, openService } from "@jetwire/service";
import type { SamplerConfig } from "./config.ts";
import { createLinkLookups, enrich } from "./enrich.ts";
import { TickPublisher } from "./tick-publisher.ts";

/** Viewers watch what is received now. The stream keeps entries for the sampler twice as long. */
const lateMsMax = 30_000;
/** The stations of canary messages are created once. */
const canaryIdsMs = 60_000;
const queryMsMax = 2_000;
/**
 * The shortest time between two ticks, as a share of `tickMs`. A tick follows the read that brought its messages, and reads are
 * about `tickMs` apart.
 */
const earlyFactor = 0.8;
/** The longest time between two ticks: traffic is counted as none when there is none. */
const idleMs = 1_000;

/** Opens the sampler: reads the stream as group `sampler` until disposed. */
export async function start(
  config: SamplerConfig,
  context: ProcessContext,
): Promise<AsyncDisposable> {
  const { log, metrics, health, tracing } = context;
  await using service = await openService(config, context, {
    redis: "request",
    database: { max: 3 },
  });
  const { database, redis } = service;
  const { firehose: store, stationOwners } = service.stores;
  const links = createLinkLookups(database, stationOwners, log);
  let canaryIds: ReadonlySet<number> = new Set();
  let pending: Waker | undefined;
  const firehose = new TickPublisher(
    {
      secret: config.SAMPLER_SECRET,
      fractionMax: config.SAMPLER_FRACTION,
      eventsPerSecondMax: config.SAMPLER_EVENTS_PER_SECOND_MAX,
      tickMs: config.SAMPLER_TICK_MS,
      store,
      enrich: (messages) => enrich(messages, links),
      visibleStations: async (ids) => new Set((await links.stations.find(ids)).keys()),
      canaryIds: () => canaryIds,
      now: () => performance.now(),
      onPending: () => pending?.wake(),
      trace: tracing?.stage("sample"),
    },
    metrics,
  );
  const tasks = service.openTasks();
  tasks.run((signal) => {
    const waker = (pending = createWaker(signal));
    // The messages of a failed tick are lost to viewers, as the firehose permits.
    return every(firehose.tickMs, () => firehose.tick(), {
      signal,
      log: log.child({ part: "ticks" }),
      task: "send a tick of the firehose",
      retryMsMax: firehose.tickMs,
      async wait() {
        const fromMs = performance.now();
        let leftMs = firehose.tickMs;
        if (firehose.isIdle) {
          await waker.wait(idleMs);
          leftMs = fromMs + firehose.tickMs * earlyFactor - performance.now();
        }
        if (leftMs > 0) await pause(leftMs, signal);
      },
    });
  });
  const readCanaryIds = async () => {
    canaryIds = new Set(await database.withQueryDeadline(db.canary.listStations, queryMsMax));
  };
  tasks.run((signal) =>
    every(canaryIdsMs, readCanaryIds, {
      signal,
      log,
      task: "read the stations of canary messages",
    }),
  );
  tasks.run((signal) =>
    service.readGroup(
      {
        group: "sampler",
        entriesMax: config.SAMPLER_BATCH_ENTRIES_MAX,
        tickMs: () => firehose.tickMs,
        lateMsMax,
        handle: async (partition, entries) => firehose.push(partition, entries),
        outbox: firehose,
        refuse: countRefused("sampler", metrics),
        log: log.child({ part: "group" }),
      },
      signal,
    ),
  );
  health.check("redis", () => redis.status === "ready" || "not connected");
  return service.run();
}
