import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadAirlineCodes } from "@jetwire/db";
import {
  createMessageIds,
  type EntryLinks,
  type Message,
  readEntry,
  readEntryDetails,
} from "@jetwire/protocol";
import { createKeys, createRedisOpener, type Keys, type RedisConnection } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { createTestDatabase, emptyNamespace, type TestDatabase, until } from "@jetwire/testbed";
import { IngestConfig } from "../src/index.ts";
import type { Journaled } from "../src/journal/journal-queue.ts";
import { openDispatch, type DispatchLine } from "../src/dispatch/open-dispatch.ts";
import { decodedFrom } from "./parsed-objects.ts";

const log = createLogger("test", "silent");
const ids = createMessageIds(Date.now);

/** What is in the stream, read as its readers do. */
export interface Appended {
  readonly producer: string;
  readonly seq: number;
  readonly message: Message;
  readonly links: EntryLinks;
}

/** A journal and its settling on real servers, with lives that end and begin on the same directory. */
export interface TestDispatch extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly redis: RedisConnection;
  readonly keys: Keys;
  readonly partitions: number;
  readonly line: DispatchLine;
  /** Journals what stations have heard, as one batch, and waits until it is settled. */
  settle(...receptions: readonly { object: object; stationId: number }[]): Promise<void>;
  /** The same without waiting. */
  journal(
    ...receptions: readonly { object: object; stationId: number }[]
  ): Promise<readonly Journaled[]>;
  settled(): Promise<void>;
  appended(): Promise<Appended[]>;
  /** Ends this life in good order and begins the next. */
  restart(): Promise<void>;
  /** Empties Redis of all that belongs to this test. */
  emptyRedis(): Promise<void>;
}

export async function openTestDispatch(over: Record<string, string> = {}): Promise<TestDispatch> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const directory = await mkdtemp(join(tmpdir(), "jetwire-journal-"));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const keys = createKeys(database.namespace);
  const opener = createRedisOpener(database.redisUrl, log, createMetrics({}));
  const redis = stack.use(await opener.open("append"));
  const config = IngestConfig.parse({
    INGEST_JOURNAL_DIR: directory,
    INGEST_ADDRESS_SECRET: "a secret of the tests",
    JETWIRE_NAMESPACE: database.namespace,
    // Times of the fixtures lie in the past.
    INGEST_BEHIND_SECONDS_MAX: "900000000",
    ...over,
  });
  const airlines = await loadAirlineCodes(database.database.sql);
  const stores = { redis, keys, database: database.database, airlines: () => airlines };
  const failures: unknown[] = [];
  const begin = () => openDispatch(config, stores, log, (error) => failures.push(error));
  let line = await begin();
  stack.defer(async () => {
    await line[Symbol.asyncDispose]();
    await emptyRedis();
    if (failures.length > 0) throw failures[0];
  });

  async function emptyRedis(): Promise<void> {
    await emptyNamespace(redis, keys.namespace);
  }

  async function journal(...receptions: readonly { object: object; stationId: number }[]) {
    const { journal: file, progress, ledger, backlog } = line;
    const journaled = receptions.map(({ object, stationId }, index) => ({
      decoded: decodedFrom(object),
      entry: {
        seq: file.nextSeq + index,
        id: ids.next(stationId % config.STREAM_PARTITIONS),
        stationId,
        acceptedAtMs: Date.now(),
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

  async function settled(): Promise<void> {
    await until(
      "all settled",
      () => line.progress.dispatchedSeq >= line.journal.nextSeq - 1,
      15_000,
    );
  }

  const opened = stack.move();
  return {
    database,
    redis,
    keys,
    partitions: config.STREAM_PARTITIONS,
    get line() {
      return line;
    },
    journal,
    settled,
    async settle(...receptions) {
      await journal(...receptions);
      await settled();
    },
    async appended() {
      const all: Appended[] = [];
      for (let partition = 0; partition < config.STREAM_PARTITIONS; partition++) {
        const details = new Map(await redis.xrange(keys.streamDetails(partition), "-", "+"));
        for (const [id, fields] of await redis.xrange(keys.stream(partition), "-", "+")) {
          const entry = readEntry(id, fields);
          if ("refused" in entry) throw new Error(entry.detail);
          const message = JSON.parse(entry.messageJson) as Message;
          const { linksJson } = readEntryDetails(details.get(id) ?? []);
          const links = JSON.parse(linksJson) as EntryLinks;
          all.push({ producer: entry.producer, seq: entry.seq, message, links });
        }
      }
      return all.toSorted((a, b) => a.seq - b.seq);
    },
    async restart() {
      await line[Symbol.asyncDispose]();
      line = await begin();
    },
    emptyRedis,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
