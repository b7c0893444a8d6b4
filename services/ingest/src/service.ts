import { openDatabase } from "@jetwire/db";
import { createMessageIds } from "@jetwire/protocol";
import { createKeys, createRedisOpener } from "@jetwire/redis";
import type { ProcessContext } from "@jetwire/runtime";
import { openAirlines } from "./dispatch/airlines.ts";
import type { IngestConfig } from "./config.ts";
import { readObject } from "./formats/index.ts";
import { createIngest } from "./ingest.ts";
import { createIntake } from "./journal/journal-queue.ts";
import { exportMeasures } from "./metrics.ts";
import { type ListenerPorts, openListeners } from "./listeners/open-listeners.ts";
import { openSettling } from "./dispatch/open-dispatch.ts";
import { openStations } from "./admission/open-stations.ts";
import { createRates } from "./admission/token-buckets.ts";
import { createSamples } from "./admission/rejected-samples.ts";
import { stationIdent } from "./admission/station-ident.ts";
import { runUpkeep } from "./journal/database-sync.ts";

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
  const line = stack.use(await openSettling(config, stores, log, fail));
  const { journal, ledger, outcomes } = line;

  function lasting(run: (signal: AbortSignal) => Promise<void>): void {
    const stop = new AbortController();
    const running = run(stop.signal);
    running.catch(fail);
    stack.defer(async () => {
      stop.abort();
      await running;
    });
  }

  const intake = createIntake({
    journal,
    ledger,
    outcomes,
    stations: openStations(config, stores),
    ids: createMessageIds(Date.now),
    partitionOf: (stationId) => stationId % config.STREAM_PARTITIONS,
    journaled: (batch) => line.backlog.add(batch),
    queueMax: config.INGEST_QUEUE_MAX,
    batchMax: config.INGEST_BATCH_MAX,
    log,
  });
  lasting((signal) => intake.run(signal));

  const ingest = createIngest({
    intake,
    ledger,
    samples: createSamples(log, Date.now),
    now: Date.now,
    readObject,
    identOf: (heard, address) => stationIdent(heard, address, config.INGEST_ADDRESS_SECRET),
    addressRates: createRates({
      perSecond: config.INGEST_ADDRESS_RATE_MAX,
      burst: config.INGEST_ADDRESS_BURST_MAX,
      keysMax: rateKeysMax,
    }),
    stationRates: createRates({
      perSecond: config.INGEST_STATION_RATE_MAX,
      burst: config.INGEST_STATION_BURST_MAX,
      keysMax: rateKeysMax,
    }),
  });
  const ports = stack.use(await openListeners(config, ingest, log));
  lasting((signal) =>
    runUpkeep(
      {
        database,
        journal,
        producerId: line.producerId,
        counts: ledger.counts,
        settledSeq: () => outcomes.settledSeq,
        keepMs: config.INGEST_JOURNAL_KEEP_SECONDS * 1_000,
        keepBytesMax: config.INGEST_JOURNAL_BYTES_MAX / 2,
        udpPorts: new Set(ports.udpPorts),
        log,
      },
      signal,
    ),
  );

  exportMeasures(metrics, {
    counts: ledger.counts,
    queueFill: () => intake.fill,
    journalBytes: () => journal.bytes,
  });
  health.check("journal", () =>
    journal.bytes <= config.INGEST_JOURNAL_BYTES_MAX ? true : "the journal is full",
  );
  health.check("queue", () => (intake.fill < 1 ? true : "the queue before the journal is full"));

  const { httpPort, udpPorts, tcpPorts } = ports;
  const opened = stack.move();
  return { httpPort, udpPorts, tcpPorts, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
