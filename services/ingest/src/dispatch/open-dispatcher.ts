import { createTextCounts } from "@jetwire/decoders";
import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { Stores } from "@jetwire/redis";
import type { Logger, MessageAge, Metrics } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import { createHfdlLogons } from "../ground/hfdl-logons.ts";
import { Backlog } from "../journal/backlog.ts";
import { createDispatchProgress } from "../journal/dispatch-progress.ts";
import { openReplicaJournal } from "../journal/open-replica-journal.ts";
import { restoreLedger } from "../ledger.ts";
import type { Airlines } from "./airlines.ts";
import { createKeptIds } from "./kept-ids.ts";
import { Dispatcher, type DispatchTraces } from "./dispatcher.ts";
import { clockLimits } from "./message.ts";
import { BlockJoiner } from "./wholes.ts";
import { openStreamAppender } from "./open-stream-appender.ts";

/** The journal and the dispatcher that moves its messages to the stream. */
export type OpenDispatcher = Awaited<ReturnType<typeof openDispatcher>>;

const inMemoryMax = 8_000;
/** How long a start waits for Postgres before it goes on without it. */
const instanceMsMax = 3_000;

/** Opens the journal with everything that an earlier process left in it. Nothing is dispatched yet. */
export async function openDispatcher(
  config: IngestConfig,
  source: { readonly stores: Stores; readonly database: Database; readonly airlines: Airlines },
  {
    log,
    metrics,
    age,
    traces,
  }: {
    readonly log: Logger;
    readonly metrics: Metrics;
    readonly age: MessageAge;
    readonly traces?: DispatchTraces | undefined;
  },
) {
  await using stack = new AsyncDisposableStack();
  const journal = stack.use(
    await openReplicaJournal(config, {
      segmentBytes: config.INGEST_SEGMENT_BYTES,
      bytesMax: config.INGEST_JOURNAL_BYTES_MAX,
      log,
      readInstance: () =>
        source.database.withQueryDeadline(db.setup.readInstance, instanceMsMax).catch(() => null),
    }),
  );
  const ledger = restoreLedger(journal);
  const progress = createDispatchProgress(ledger, journal);
  const appender = await openStreamAppender(config, { ...source, journal }, { log, metrics });
  const fromSeq = appender.isReplaying ? 1 : progress.dispatchedSeq + 1;
  const backlog = stack.use(new Backlog(journal, { fromSeq, inMemoryMax }, log));
  const { airlines, stores } = source;
  const keptIds = createKeptIds({ now: () => performance.now() });
  const texts = createTextCounts();
  const { links } = stores;
  const logons = createHfdlLogons(stores.hfdlIds, clockLimits(config));
  const blocks = new BlockJoiner(stores.assemblies, metrics);
  const target = {
    journal,
    backlog,
    progress,
    airlines,
    links,
    blocks,
    appender,
    keptIds,
    logons,
    texts,
    age,
    traces,
  };
  const dispatcher = new Dispatcher(config, target, log);
  const opened = stack.move();
  return {
    run: (signal: AbortSignal) => dispatcher.run(signal),
    replay: () => dispatcher.replay(),
    journal,
    ledger,
    progress,
    backlog,
    keptIds,
    logons,
    texts,
    producer: appender,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
