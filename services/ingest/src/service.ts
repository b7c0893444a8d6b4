import { openDatabase } from "@jetwire/db";
import { createMessageIds } from "@jetwire/protocol";
import { createKeys, createRedisOpener } from "@jetwire/redis";
import type { ProcessContext } from "@jetwire/runtime";
import { openAirlines } from "./dispatch/airlines.ts";
import type { IngestConfig } from "./config.ts";
import { readObject } from "./formats/index.ts";
import { createIngest } from "./ingest.ts";
import { createJournalQueue } from "./journal/journal-queue.ts";
import { exportMetrics } from "./metrics.ts";
import { type ListenerPorts, openListeners } from "./listeners/open-listeners.ts";
import { openDispatch } from "./dispatch/open-dispatch.ts";
import { openStations } from "./admission/open-stations.ts";
import { createTokenBuckets } from "./admission/token-buckets.ts";
import { createRejectedSamples } from "./admission/rejected-samples.ts";
import { stationIdent } from "./admission/station-ident.ts";
import { syncWithDatabase } from "./journal/database-sync.ts";

export type IngestService = ListenerPorts & AsyncDisposable;

const rateKeysMax = 50_000;

/** Opens ingest: stores, journal and what empties it, the queue before it, and last the listeners. */
export async function start(config: IngestConfig, context: ProcessContext): Promise<IngestService> {
  const { log, metrics, health, fail } = context;
  await using stack = new AsyncDisposableStack();
  const keys = createKeys(config.JETWIRE_NAMESPACE);
  const database = stack.use(openDatabase(config.DATABASE_URL, { log, max: 4 }));
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("append"));
  const airlines = stack.use(await openAirlines(database, redis, keys, log));
  const stores = { redis, keys, database, airlines: airlines.codes };
  const line = stack.use(await openDispatch(config, stores, log, fail));
  const { journal, ledger, progress } = line;

  function lasting(run: (signal: AbortSignal) => Promise<void>): void {
    const stop = new AbortController();
    const running = run(stop.signal);
    running.catch(fail);
    stack.defer(async () => {
      stop.abort();
      await running;
    });
  }

  const queue = createJournalQueue({
    journal,
    ledger,
    progress,
    stations: openStations(config, stores),
    ids: createMessageIds(Date.now),
    partitionOf: (stationId) => stationId % config.STREAM_PARTITIONS,
    journaled: (batch) => line.backlog.add(batch),
    queueMax: config.INGEST_QUEUE_MAX,
    batchMax: config.INGEST_BATCH_MAX,
    log,
  });
  lasting((signal) => queue.run(signal));

  const ingest = createIngest({
    queue,
    ledger,
    samples: createRejectedSamples(log, Date.now),
    now: Date.now,
    readObject,
    identOf: (decoded, address) => stationIdent(decoded, address, config.INGEST_ADDRESS_SECRET),
    addressRates: createTokenBuckets({
      perSecond: config.INGEST_ADDRESS_RATE_MAX,
      burst: config.INGEST_ADDRESS_BURST_MAX,
      keysMax: rateKeysMax,
    }),
    stationRates: createTokenBuckets({
      perSecond: config.INGEST_STATION_RATE_MAX,
      burst: config.INGEST_STATION_BURST_MAX,
      keysMax: rateKeysMax,
    }),
  });
  const ports = stack.use(await openListeners(config, ingest, log));
  lasting((signal) =>
    syncWithDatabase(
      {
        database,
        journal,
        producerId: line.producerId,
        counts: ledger.counts,
        dispatchedSeq: () => progress.dispatchedSeq,
        keepMs: config.INGEST_JOURNAL_KEEP_SECONDS * 1_000,
        keepBytesMax: config.INGEST_JOURNAL_BYTES_MAX / 2,
        udpPorts: new Set(ports.udpPorts),
        log,
      },
      signal,
    ),
  );

  exportMetrics(metrics, {
    counts: ledger.counts,
    queueFill: () => queue.fill,
    journalBytes: () => journal.bytes,
  });
  health.check("journal", () =>
    journal.bytes <= config.INGEST_JOURNAL_BYTES_MAX ? true : "the journal is full",
  );
  health.check("queue", () => (queue.fill < 1 ? true : "the queue before the journal is full"));

  const { httpPort, udpPorts, tcpPorts } = ports;
  const opened = stack.move();
  return { httpPort, udpPorts, tcpPorts, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
