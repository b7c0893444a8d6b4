import { findByIdents, openDatabase, registerStation } from "@jetwire/db";
import { createMessageIds, LedgerCounts, messageIdPartition } from "@jetwire/protocol";
import {
  createKeys,
  createRedisOpener,
  linkMessages,
  readStationIds,
  writeStationIds,
} from "@jetwire/redis";
import { type ProcessContext, pause } from "@jetwire/runtime";
import type { Socket } from "node:net";
import { openAirlines } from "./airlines.ts";
import { createAppending } from "./appending.ts";
import { createBacklog } from "./backlog.ts";
import type { IngestConfig } from "./config.ts";
import { createDatagramGluer } from "./framing/datagram-gluing.ts";
import { splitAndParse } from "./framing/split-and-parse.ts";
import { readObject } from "./formats/index.ts";
import { createIngest } from "./ingest.ts";
import { createIntake, type Journaled } from "./intake.ts";
import { openJournal } from "./journal/journal.ts";
import { readProducer } from "./journal/producer.ts";
import type { JournalEntry } from "./journal/record.ts";
import { createLedger } from "./ledger.ts";
import { listenHttp } from "./listeners/http.ts";
import { listenTcp } from "./listeners/tcp.ts";
import { listenUdp } from "./listeners/udp.ts";
import { exportMeasures } from "./measures.ts";
import { createOutcomes } from "./outcomes.ts";
import { createRates } from "./rates.ts";
import { createSamples } from "./samples.ts";
import { runSettling } from "./settle.ts";
import { stationIdent } from "./station-ident.ts";
import { createStations } from "./stations.ts";
import { runUpkeep } from "./upkeep.ts";

/** The ports an ingest process got. */
export interface IngestService extends AsyncDisposable {
  readonly httpPort: number;
  readonly udpPorts: readonly number[];
  readonly tcpPorts: readonly number[];
}

const queryMs = 3_000;
const heldEntriesMax = 8_000;
const rateKeysMax = 50_000;
const drainMs = 4_000;
/** Idents of the simulator begin so, in whatever decoder's format. */
const simulatedPrefix = "SIM-";

/** Opens ingest: stores, journal, the loops that empty it, and last the listeners. */
export async function start(config: IngestConfig, context: ProcessContext): Promise<IngestService> {
  const { log, metrics, health, fail } = context;
  await using stack = new AsyncDisposableStack();
  const keys = createKeys(config.JETWIRE_NAMESPACE);
  const database = stack.use(openDatabase(config.DATABASE_URL, { log, max: 4 }));
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("append"));
  const airlines = stack.use(await openAirlines(database, redis, keys, log));

  const journal = stack.use(
    await openJournal({
      directory: config.INGEST_JOURNAL_DIR,
      segmentBytes: config.INGEST_SEGMENT_BYTES,
      bytesMax: config.INGEST_JOURNAL_BYTES_MAX,
      log,
    }),
  );
  const ledger = createLedger(
    LedgerCounts.safeParse(journal.lastOutcome?.counts).data ?? emptyCounts(),
  );
  const outcomes = createOutcomes(ledger, journal.lastOutcome?.settledSeq ?? 0);
  const appending = createAppending({
    redis,
    keys,
    database,
    journalDirectory: config.INGEST_JOURNAL_DIR,
    producer: await readProducer(config.INGEST_JOURNAL_DIR),
    appendedUpTo: journal.appendedUpTo(),
    log,
  });

  let freshFrom = journal.nextSeq;
  let storedUpTo: ReadonlyMap<number, number> = new Map();
  function readAgain(entry: JournalEntry): Journaled | null {
    if (entry.seq <= (storedUpTo.get(messageIdPartition(entry.id)) ?? 0)) return null;
    const [object] = splitAndParse(entry.raw);
    const read = object && "value" in object ? readObject(object.value) : null;
    if (read?.outcome === "heard") return { entry, heard: read.message };
    log.error({ seq: entry.seq }, "a journaled object can no longer be read");
    return null;
  }

  const stopSettling = new AbortController();
  const backlog = createBacklog(
    journal,
    readAgain,
    outcomes.settledSeq + 1,
    heldEntriesMax,
    stopSettling.signal,
  );
  const settling = runSettling(
    {
      backlog,
      ledger,
      outcomes,
      airlines: airlines.codes,
      clock: {
        aheadMsMax: config.INGEST_AHEAD_SECONDS_MAX * 1_000,
        behindMsMax: config.INGEST_BEHIND_SECONDS_MAX * 1_000,
      },
      link: (messages) => linkMessages(redis, keys, messages),
      append: (partition, entries) => appending.append(partition, entries),
      noteAppended: (entries) => journal.noteAppended(entries),
      freshFrom: () => freshFrom,
      lostEntries: () => appending.lostEntries(),
      async startOver() {
        storedUpTo = await appending.startOver();
        freshFrom = journal.nextSeq;
        backlog.rewind(1);
      },
      batchMax: config.INGEST_BATCH_MAX,
      log,
    },
    stopSettling.signal,
  );
  settling.catch(fail);
  stack.defer(async () => {
    const until = performance.now() + drainMs;
    while (outcomes.settledSeq < journal.nextSeq - 1 && performance.now() < until) await pause(10);
    stopSettling.abort();
    await settling;
    await journal.append([], outcomes.peek());
  });

  const intake = createIntake({
    journal,
    ledger,
    outcomes,
    stations: createStations(
      {
        readCopy: (idents) => readStationIds(redis, keys, idents),
        writeCopy: (ids) => writeStationIds(redis, keys, ids),
        find: (idents) => database.withQueryDeadline((sql) => findByIdents(sql, idents), queryMs),
        register: ({ ident, sourceType }) =>
          database.withQueryDeadline(
            (sql) =>
              registerStation(sql, {
                ident,
                sourceType,
                simulated: ident.startsWith(simulatedPrefix),
              }),
            queryMs,
          ),
      },
      {
        newPerAddressMax: config.INGEST_NEW_STATIONS_PER_ADDRESS_MAX,
        newMax: config.INGEST_NEW_STATIONS_MAX,
      },
    ),
    ids: createMessageIds(Date.now),
    partitionOf: (stationId) => stationId % config.STREAM_PARTITIONS,
    journaled: (batch) => backlog.add(batch),
    queueMax: config.INGEST_QUEUE_MAX,
    batchMax: config.INGEST_BATCH_MAX,
    log,
  });
  const stopIntake = new AbortController();
  const taking = intake.run(stopIntake.signal);
  taking.catch(fail);
  stack.defer(async () => {
    stopIntake.abort();
    await taking;
  });

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

  const host = config.INGEST_HOST;
  const udp = [];
  for (const port of config.INGEST_UDP_PORTS) {
    udp.push(stack.use(await listenUdp({ host, port }, createDatagramGluer(), ingest, log)));
  }
  const connections = { all: new Set<Socket>(), byAddress: new Map<string, number>() };
  const tcpLimits = {
    connectionsMax: config.INGEST_CONNECTIONS_MAX,
    connectionsPerAddressMax: config.INGEST_CONNECTIONS_PER_ADDRESS_MAX,
  };
  const tcp = [];
  for (const port of config.INGEST_TCP_PORTS) {
    tcp.push(stack.use(await listenTcp({ host, port }, ingest, connections, tcpLimits, log)));
  }
  const http = stack.use(
    await listenHttp(
      { host, port: config.INGEST_HTTP_PORT, trustedProxies: config.INGEST_TRUSTED_PROXIES },
      ingest,
      log,
    ),
  );

  const udpPorts = udp.map(({ port }) => port);
  const stopUpkeep = new AbortController();
  const upkeep = runUpkeep(
    {
      database,
      journal,
      producerId: appending.producer.producer,
      counts: ledger.counts,
      settledSeq: () => outcomes.settledSeq,
      udpPorts: new Set(udpPorts),
      log,
    },
    stopUpkeep.signal,
  );
  upkeep.catch(fail);
  stack.defer(async () => {
    stopUpkeep.abort();
    await upkeep;
  });

  exportMeasures(metrics, {
    counts: ledger.counts,
    queueFill: () => intake.fill,
    journalBytes: () => journal.bytes,
  });
  health.check("journal", () =>
    journal.bytes <= config.INGEST_JOURNAL_BYTES_MAX ? true : "the journal is full",
  );
  health.check("queue", () => (intake.fill < 1 ? true : "the queue before the journal is full"));

  const opened = stack.move();
  return {
    httpPort: http.port,
    udpPorts,
    tcpPorts: tcp.map(({ port }) => port),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function emptyCounts(): LedgerCounts {
  return {
    offered: 0,
    accepted: 0,
    appended: 0,
    duplicates: {},
    notAMessage: {},
    rejected: {},
    limited: {},
    kernelDrops: 0,
    journalBytes: 0,
  };
}
