import { hostname } from "node:os";
import { checkDurability, openDatabase, addDeadLetters, storeBatch } from "@jetwire/db";
import {
  createKeys,
  createRedisOpener,
  partitionsInUse,
  type RefusedEntry,
  runGroup,
  trimPartition,
} from "@jetwire/redis";
import { backOffMs, pause, type ProcessContext } from "@jetwire/runtime";
import type { PersisterConfig } from "./config.ts";
import { createLinksHeard } from "./links-heard.ts";
import { persist } from "./persist.ts";

const trimEveryMs = 1_000;
/** Nobody waits for Postgres: a read that comes sooner looks into the stream. */
const lingerMs = 40;

/** Opens the persister: group `persister` of the stream into Postgres, and the trimming behind it. */
export async function start(
  config: PersisterConfig,
  { log, metrics, health, fail }: ProcessContext,
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const keys = createKeys(config.JETWIRE_NAMESPACE);
  const partitions = config.STREAM_PARTITIONS;
  const opener = createRedisOpener(config.REDIS_URL, log, metrics);
  const redis = stack.use(await opener.open("request"));
  const database = stack.use(openDatabase(config.DATABASE_URL, { log, max: partitions + 1 }));
  const stop = new AbortController();
  const queryMs = config.PERSISTER_QUERY_MS_MAX;
  await untilDurable();

  const linksHeard = createLinksHeard();
  const stored = metrics.counter({
    name: "jetwire_persister_stored_total",
    help: "Messages stored for the first time",
  });
  const again = metrics.counter({
    name: "jetwire_persister_redelivered_total",
    help: "Messages that came again and were stored already",
  });
  const parked = metrics.counter({
    name: "jetwire_persister_dead_letters_total",
    help: "Entries put away because they can't be stored",
    labelNames: ["reason"],
  });

  const steps = {
    async store(partition: number, messages: Parameters<typeof storeBatch>[1]["messages"]) {
      const links = linksHeard.collect(messages, Date.now());
      const count = await database.withQueryDeadline(
        (sql) => storeBatch(sql, { partition, messages, ...links }),
        queryMs,
      );
      linksHeard.written(links, Date.now());
      stored.inc(count);
      again.inc(messages.length - count);
    },
    async park(partition: number, poison: Parameters<Parameters<typeof persist>[2]["park"]>[1]) {
      await database.withQueryDeadline(
        (sql) =>
          addDeadLetters(
            sql,
            poison.map(({ entry, reason, detail }) => ({
              partition,
              entryId: entry.entryId,
              producer: entry.producer,
              seq: entry.seq,
              reason,
              detail,
              fields: [entry.messageJson, entry.linksJson, entry.raw],
            })),
          ),
        queryMs,
      );
      for (const { reason, entry, detail } of poison) {
        parked.inc({ reason });
        log.error({ reason, detail, entryId: entry.entryId, partition }, "entry parked");
      }
    },
  };

  async function refuse(partition: number, refused: readonly RefusedEntry[]): Promise<void> {
    await database.withQueryDeadline(
      (sql) =>
        addDeadLetters(
          sql,
          refused.map((entry) => ({ partition, ...entry })),
        ),
      queryMs,
    );
    for (const { reason, detail, entryId } of refused) {
      parked.inc({ reason });
      log.error({ reason, detail, entryId, partition }, "entry parked");
    }
  }

  const running = Promise.all([
    runGroup(
      {
        opener,
        keys,
        group: "persister",
        partitions,
        holder: `${hostname()}/${config.SERVICE_REPLICA}`,
        entriesMax: config.PERSISTER_BATCH_MAX,
        lingerMs,
        handle: (partition, entries) => persist(partition, entries, steps),
        refuse,
        log,
        metrics,
      },
      stop.signal,
    ),
    runTrimming(),
  ]);
  running.catch(fail);
  stack.defer(async () => {
    stop.abort();
    await running;
  });
  health.check("postgres", () => database.answers());

  const opened = stack.move();
  return { [Symbol.asyncDispose]: () => opened.disposeAsync() };

  /** A server that may lose what it has committed is refused; one that is away is waited for. */
  async function untilDurable(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      if ((await database.answers()) === true) {
        await database.withQueryDeadline((sql) => checkDurability(sql), queryMs);
        return;
      }
      if (attempt === 1) log.warn("waiting for postgres");
      await pause(backOffMs(attempt, 100, 2_000));
    }
  }

  /** Every replica trims every partition: it is idempotent, and costs next to nothing. */
  async function runTrimming(): Promise<void> {
    let failing = false;
    while (!stop.signal.aborted) {
      await pause(trimEveryMs, stop.signal);
      try {
        const inUse = await partitionsInUse(redis, keys, partitions);
        for (let partition = 0; partition < inUse; partition++) {
          await trimPartition(redis, keys, partition);
        }
        failing = false;
      } catch (error) {
        if (!failing) log.warn({ err: error }, "the stream could not be trimmed, trying again");
        failing = true;
      }
    }
  }
}
