import * as db from "@jetwire/db";
import type { Database, FeedLogRemoval } from "@jetwire/db";
import { messageIdFloor, type StreamEntry } from "@jetwire/protocol";
import type { FeedLog, MessageStreams } from "@jetwire/redis";
import { every, type Logger, pause } from "@jetwire/runtime";
import { RecentRedactions } from "./recent-redactions.ts";

/*
 * A redacted message may be in its owner's feed log, on its way there, or come again: ingest appends to
 * the stream again what Redis has lost. So each process
 *
 * 1. reads what was redacted every second, and lets none of it pass from then on;
 * 2. removes it from the log;
 * 3. after ten minutes, when everything older has been delivered, removes what another process may have
 *    appended before its step 1, and deletes the row.
 *
 * What has the text of a redacted part and comes later is redacted in the same way, with its whole.
 */

const lookMs = 1_000;
const keptMs = 10 * 60_000;
/** Further ones are read when earlier ones are done, which then happens without the ten minutes. */
const rowsMax = 20_000;
const firstLookMsMax = 5_000;
const queryMsMax = 5_000;
/** Blocks of one message are at most 21 minutes apart. */
const partAgeMsMax = 3_600_000;

/** Keeps redacted messages out of feed logs and rooms. */
export type Redactions = ReturnType<typeof createRedactions>;

export interface RedactionsOptions {
  readonly database: Pick<Database, "withQueryDeadline">;
  readonly feedLogs: { of(accountId: string): Pick<FeedLog, "remove"> };
  readonly streams: Pick<MessageStreams, "oldestUndeliveredMs">;
  readonly partitions: number;
  readonly log: Logger;
}

export function createRedactions({
  database,
  feedLogs,
  streams,
  partitions,
  log,
}: RedactionsOptions) {
  // By message id: whether all of it was redacted, or only its whole.
  let redacted = new Map<string, FeedLogRemoval["what"]>();
  let removed = new Set<string>();
  let recent = new RecentRedactions([]);
  const first = Promise.withResolvers<void>();
  let firstOrLate: Promise<void> | undefined;

  async function remove({ accountId, messageId }: FeedLogRemoval): Promise<void> {
    await feedLogs.of(accountId).remove(messageId);
  }

  async function look(): Promise<void> {
    const rows = await database.withQueryDeadline(
      (sql) => db.redactions.listFeedLogRemovals(sql, rowsMax),
      queryMsMax,
    );
    const since = messageIdFloor(Date.now() - partAgeMsMax);
    const ofLastHour = await database.withQueryDeadline(
      (sql) => db.redactions.listRecent(sql, since, rowsMax),
      queryMsMax,
    );
    redacted = new Map(rows.map(({ messageId, what }) => [messageId, what]));
    recent = new RecentRedactions(ofLastHour);
    const names = new Set(rows.map(nameOf));
    removed = new Set([...removed].filter((name) => names.has(name)));
    first.resolve();
    for (const row of rows) {
      if (removed.has(nameOf(row))) continue;
      await remove(row);
      removed.add(nameOf(row));
    }
    if (rows.length > 0) await finish(rows);
  }

  async function finish(rows: readonly FeedLogRemoval[]): Promise<void> {
    const nowMs = await database.withQueryDeadline(db.accounting.readClock, queryMsMax);
    const undeliveredMs = (await streams.oldestUndeliveredMs(partitions)) ?? nowMs;
    const untilMs = Math.min(undeliveredMs, rows.length < rowsMax ? nowMs - keptMs : nowMs);
    const done = rows.filter(({ askedAt }) => Date.parse(askedAt) < untilMs);
    if (done.length === 0) return;
    for (const row of done) await remove(row);
    await database.withQueryDeadline(
      (sql) => db.redactions.deleteFeedLogRemovals(sql, done),
      queryMsMax,
    );
  }

  return {
    /** Resolves when redactions were read for the first time, or after some seconds. */
    async ready(): Promise<void> {
      firstOrLate ??= Promise.race([first.promise, pause(firstLookMsMax)]);
      await firstOrLate;
    },
    /** Returns entries without redacted messages, and without wholes of which a part was redacted. */
    withoutRedacted(entries: readonly StreamEntry[]): readonly StreamEntry[] {
      if (redacted.size === 0 && recent.isEmpty) return entries;
      return entries.flatMap((entry) => {
        const what = new Set([redacted.get(entry.id), recent.redactedOf(entry)]);
        if (what.has("message")) return [];
        if (!what.has("whole")) return [entry];
        const { wholeJson: _redacted, ...message } = entry;
        return [message];
      });
    },
    /** Removes from feed logs what was redacted, until aborted. */
    run: (signal: AbortSignal): Promise<void> =>
      every(lookMs, look, { signal, log, task: "remove redacted messages from feed logs" }),
  };
}

/** Names a row: a message whose whole was redacted may be redacted itself later. */
function nameOf({ accountId, messageId, what }: FeedLogRemoval): string {
  return `${accountId} ${messageId} ${what}`;
}
