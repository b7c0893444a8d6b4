import * as db from "@jetwire/db";
import type { Database, DeadLetter, MessageToStore, PartToStore } from "@jetwire/db";
import { entryField, messageIdTimeMs } from "@jetwire/protocol";
import {
  createAlarm,
  createMessageAge,
  type Health,
  type Logger,
  type Metrics,
  type StageTrace,
} from "@jetwire/runtime";
import { combineParts } from "./combine-parts.ts";
import { createRecentLinks } from "./recent-links.ts";

/** Postgres as the persister uses it. Every method rejects when it does not answer in time. */
export type MessageStore = ReturnType<typeof createMessageStore>;

export interface MessageStoreOptions {
  /** The longest time of a statement, ms. */
  readonly queryMsMax: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Records the spans of messages that are traced. */
  readonly trace?: StageTrace | undefined;
  /** Called after messages were stored that say something new about a flight. */
  readonly onFlightsChanged: () => void;
}

/** The code of errors of a Postgres whose disk is full. */
const diskFull = "53100";
const diskFullText =
  "The disk of Postgres is full: new messages wait and are not stored until there is space on it";

/** Binds the store to a database. Raises the alarm `postgres-disk` while its disk is full. */
export function createMessageStore(
  database: Database,
  { queryMsMax, log, metrics, health, trace, onFlightsChanged }: MessageStoreOptions,
) {
  const disk = createAlarm("postgres-disk", { log, metrics, health });
  const recentLinks = createRecentLinks(Date.now);
  const stored = metrics.counter({
    name: "jetwire_persister_stored_total",
    help: "Messages stored for the first time",
  });
  const redelivered = metrics.counter({
    name: "jetwire_persister_redelivered_total",
    help: "Messages that were delivered again and had been stored before",
  });
  const deadLetters = metrics.counter({
    name: "jetwire_persister_dead_letters_total",
    help: "Stream entries that cannot be stored, by reason",
    labelNames: ["reason"],
  });
  const age = createMessageAge("store", metrics);

  async function storeParts(parts: readonly PartToStore[]): Promise<void> {
    const fromMs = Date.now();
    const messages = parts.flatMap((part) => part.messages);
    const links = recentLinks.collect(messages);
    const { airframes, flights, changes } = links;
    const count = await database
      .withQueryDeadline(
        (sql) => db.messageStore.storeBatch(sql, { parts, airframes, flights, changes }),
        queryMsMax,
      )
      .catch((error: unknown) => {
        if (isDiskFull(error)) disk.raise(diskFullText);
        throw error;
      });
    disk.clear();
    recentLinks.remember(links);
    if (changes.some(({ isNew }) => isNew)) onFlightsChanged();
    stored.inc(count);
    redelivered.inc(messages.length - count);
    age.reached(messages.map(({ message }) => messageIdTimeMs(message.id)));
    trace?.record(
      messages.map(({ message }) => message),
      fromMs,
    );
  }

  const storeTogether = combineParts(storeParts);
  return {
    /** Stores messages of one partition, in one statement with those of others that come at the same time. Storing them again adds nothing. */
    store: (partition: number, messages: readonly MessageToStore[]): Promise<void> =>
      storeTogether({ partition, messages }),
    /** Records entries that cannot be stored. Recording them again adds nothing. */
    async addDeadLetters(letters: readonly DeadLetter[]): Promise<void> {
      await database.withQueryDeadline((sql) => db.deadLetters.add(sql, letters), queryMsMax);
      for (const { reason, detail, entryId, partition, fields } of letters) {
        deadLetters.inc({ reason });
        const idAt = fields.indexOf(entryField.id);
        const messageId = idAt < 0 ? null : fields[idAt + 1];
        log.error(
          { reason, detail, entryId, messageId, partition },
          "entry added to the dead letters",
        );
      }
    },
  };
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === diskFull;
}
