import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EntryLinks,
  type EntryWhole,
  type Message,
  MessageIds,
  readEntry,
  readEntryDetails,
  readEntryWhole,
} from "@jetwire/protocol";
import {
  createRedisOpener,
  type Keys,
  openStores,
  type RedisConnection,
  emptyNamespace,
} from "@jetwire/redis";
import { createLogger, createMetrics, createTaskGroup } from "@jetwire/runtime";
import { createTestDatabase, type TestDatabase, until } from "@jetwire/testbed";
import { openAirlines } from "../src/dispatch/airlines.ts";
import { IngestConfig } from "../src/index.ts";
import type { JournaledMessage } from "../src/journal/backlog.ts";
import { type OpenDispatcher, openDispatcher } from "../src/dispatch/open-dispatcher.ts";
import { decodedFrom } from "@jetwire/decoders/samples";

const log = createLogger("test", "silent");
const ids = new MessageIds(Date.now);

/** An entry of the stream, read as its readers do. */
interface Appended {
  readonly producer: string;
  readonly seq: number;
  readonly message: Message;
  readonly links: EntryLinks;
  readonly whole: EntryWhole | null;
}

interface Reception {
  readonly object: object;
  readonly stationId: number;
}

/** A journal and its dispatcher on real servers, which can be restarted on the same directory. */
export interface TestDispatch extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly redis: RedisConnection;
  readonly keys: Keys;
  readonly partitions: number;
  readonly dispatcher: OpenDispatcher;
  /** Journals what stations have received, as one batch. */
  journal(...receptions: readonly Reception[]): Promise<readonly JournaledMessage[]>;
  /** Journals a batch and waits until it is dispatched. */
  dispatch(...receptions: readonly Reception[]): Promise<void>;
  /** Waits until everything journaled is dispatched. */
  dispatched(): Promise<void>;
  appended(): Promise<Appended[]>;
  /** Closes the dispatcher, which drains it, and opens it again. */
  restart(): Promise<void>;
  /** Deletes everything in Redis that belongs to this test. */
  emptyRedis(): Promise<void>;
}

export async function openTestDispatch(over: Record<string, string> = {}): Promise<TestDispatch> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const directory = await mkdtemp(join(tmpdir(), "jetwire-journal-"));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const opener = createRedisOpener(database.redisUrl, log, createMetrics({}));
  const redis = stack.use(await opener.open("append"));
  const stores = openStores(redis, database.namespace);
  const { keys } = stores;
  const config = IngestConfig.parse({
    INGEST_JOURNAL_DIR: directory,
    INGEST_ADDRESS_SECRET: "a secret of the tests",
    JETWIRE_NAMESPACE: database.namespace,
    // The times of the fixtures are in the past.
    INGEST_BEHIND_SECONDS_MAX: "900000000",
    ...over,
  });
  const airlines = await openAirlines(database.database, stores.airlineCodes, log);
  const source = { stores, database: database.database, airlines };
  const failures: unknown[] = [];

  async function begin(): Promise<{ dispatcher: OpenDispatcher; close: () => Promise<void> }> {
    const opened = new AsyncDisposableStack();
    const dispatcher = opened.use(
      await openDispatcher(config, source, {
        log,
        metrics: createMetrics({}),
        age: { reached: () => {} },
      }),
    );
    const tasks = opened.use(createTaskGroup((error) => failures.push(error)));
    tasks.run((signal) => dispatcher.run(signal));
    return { dispatcher, close: () => opened.disposeAsync() };
  }

  let current = await begin();
  stack.defer(async () => {
    await current.close();
    await emptyRedis();
    if (failures.length > 0) throw failures[0];
  });

  async function emptyRedis(): Promise<void> {
    await emptyNamespace(redis, keys.namespace);
  }

  async function journal(...receptions: readonly Reception[]) {
    const { journal: file, progress, ledger, backlog } = current.dispatcher;
    const journaled = receptions.map(({ object, stationId }, index) => ({
      decoded: decodedFrom(object),
      entry: {
        seq: file.nextSeq + index,
        id: ids.next(stationId % config.STREAM_PARTITIONS),
        stationId,
        acceptedAtMs: Date.now(),
        authenticated: null,
        raw: JSON.stringify(object),
      },
    }));
    ledger.accepted(journaled.length);
    const written = progress.peek();
    await file.append(
      journaled.map(({ entry }) => entry),
      written,
    );
    progress.written(written);
    backlog.add(journaled);
    return journaled;
  }

  async function dispatched(): Promise<void> {
    const { journal: file, progress } = current.dispatcher;
    await until("all dispatched", () => progress.dispatchedSeq >= file.nextSeq - 1, 15_000);
  }

  const opened = stack.move();
  return {
    database,
    redis,
    keys,
    partitions: config.STREAM_PARTITIONS,
    get dispatcher() {
      return current.dispatcher;
    },
    journal,
    dispatched,
    async dispatch(...receptions) {
      await journal(...receptions);
      await dispatched();
    },
    async appended() {
      const all: Appended[] = [];
      for (let partition = 0; partition < config.STREAM_PARTITIONS; partition++) {
        // Entries first: what is appended between the two reads is then in the details only.
        const entries = await redis.xrange(keys.stream(partition), "-", "+");
        const details = new Map(await redis.xrange(keys.streamDetails(partition), "-", "+"));
        for (const [id, fields] of entries) {
          const entry = readEntry(id, fields);
          if ("refused" in entry) throw new Error(entry.detail);
          const message = JSON.parse(entry.messageJson) as Message;
          const { linksJson } = readEntryDetails(details.get(id) ?? []);
          const links = JSON.parse(linksJson) as EntryLinks;
          const whole = readEntryWhole(entry.wholeJson);
          all.push({ producer: entry.producer, seq: entry.seq, message, links, whole });
        }
      }
      return all.toSorted((a, b) => a.seq - b.seq);
    },
    async restart() {
      await current.close();
      current = await begin();
    },
    emptyRedis,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
