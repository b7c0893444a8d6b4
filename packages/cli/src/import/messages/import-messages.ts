import * as db from "@jetwire/db";
import type { RunQueries } from "@jetwire/db";
import { type AirlineCodes, messageIdTimeMs } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import { linkMessages, type StationMessage } from "./link-messages.ts";
import type { MessageStations } from "./message-stations.ts";
import type { MessageFile, OfferedMessage, ReadRow } from "./offered-message.ts";
import { createReceptions } from "./receptions.ts";
import { storeMessages } from "./store-messages.ts";

interface MessagesCounts {
  rows: number;
  added: number;
  /** Messages that a feeder has sent too, that are in the file twice, or that were imported before. */
  duplicates: number;
}

/** The parts and the options of an import. */
export interface MessagesImport {
  readonly run: RunQueries;
  readonly stations: MessageStations;
  readonly airlines: AirlineCodes;
  /** Days for which messages are kept. */
  readonly keepDays: number;
  /** The most rows of a second. */
  readonly rate: number;
  readonly isDryRun: boolean;
  readonly counts: MessagesCounts;
  /** Receives each row that becomes no message. */
  readonly onRefused: (row: ReadRow, reason: string) => void;
  readonly onIgnored: (reason: string) => void;
  /** Receives the line up to which everything is stored. */
  readonly onStored: (line: number, share: number | null) => Promise<void>;
}

const dayMs = 86_400_000;
/** The age from which on a message no longer comes from its feeder. */
const recentMs = 60_000;
/** Rows of one step, so that live messages wait for none of its statements. */
const batchMax = 250;

/** Imports the rows of a file after a line, one batch at a time. An interrupted import goes on after its last batch. */
export async function importMessages(
  file: MessageFile,
  afterLine: number,
  work: MessagesImport,
): Promise<void> {
  const days = createDays(work.run);
  const receptions = createReceptions(work.run);
  for await (const { rows, share } of file.rows(afterLine)) {
    for (let from = 0; from < rows.length; from += batchMax) {
      const startMs = performance.now();
      const batch = rows.slice(from, from + batchMax);
      await importBatch(batch, { days, receptions }, work);
      const line = batch.at(-1)?.line ?? afterLine;
      await work.onStored(line, share);
      await pause(Math.max(0, (batch.length / work.rate) * 1_000 - (performance.now() - startMs)));
    }
  }
}

async function importBatch(
  rows: readonly ReadRow[],
  { days, receptions }: { days: Days; receptions: ReturnType<typeof createReceptions> },
  work: MessagesImport,
): Promise<void> {
  const accepted: StationMessage[] = [];
  const rowOf = new Map<number, ReadRow>();
  for (const row of rows) {
    work.counts.rows++;
    if ("ignored" in row) work.onIgnored(row.ignored);
    else if ("refused" in row) work.onRefused(row, row.refused);
    else {
      const refused = refusalOfTime(row.message, work.keepDays);
      const station = refused === null ? await work.stations.of(row.message) : { refused };
      if ("refused" in station) work.onRefused(row, station.refused);
      else accepted.push({ ...row.message, stationId: station.id, line: row.line });
      rowOf.set(row.line, row);
    }
  }
  if (accepted.length === 0) return;
  const linked = await linkMessages(work.run, accepted, work.airlines);
  const compared = await receptions.compare(linked);
  for (const { line, excluded } of compared) {
    const row = rowOf.get(line);
    if (excluded === "redacted" && row !== undefined)
      work.onRefused(row, "may be a message that was redacted");
  }
  const isNew = compared.filter(({ excluded }) => excluded === null);
  if (!work.isDryRun) await days.ensure(isNew.map(({ id }) => messageIdTimeMs(id)));
  const added = work.isDryRun ? isNew.length : await storeMessages(work.run, isNew);
  work.counts.added += added;
  work.counts.duplicates +=
    isNew.length - added + compared.filter(({ excluded }) => excluded === "duplicate").length;
}

/** Returns why a time cannot be that of a message in the past; null if it can. */
function refusalOfTime({ timeMs, exported }: OfferedMessage, keepDays: number): string | null {
  const storedMs = exported === null ? timeMs : messageIdTimeMs(exported.id);
  const nowMs = Date.now();
  if (timeMs > nowMs || storedMs > nowMs) return "is of the future";
  if (Math.max(timeMs, storedMs) > nowMs - recentMs)
    return "is of the last minute, and may still come from its feeder";
  if (Math.min(timeMs, storedMs) < nowMs - keepDays * dayMs) {
    return `is older than messages are kept (KEEP_MESSAGES_DAYS, ${keepDays} days)`;
  }
  return null;
}

type Days = ReturnType<typeof createDays>;

/** Makes the partitions of past days when they are first needed. */
function createDays(run: RunQueries) {
  const made = new Set<number>();
  return {
    async ensure(timesMs: readonly number[]): Promise<void> {
      for (const day of new Set(timesMs.map((timeMs) => Math.floor(timeMs / dayMs)))) {
        if (made.has(day)) continue;
        await run((sql) => db.partitions.ensure(sql, new Date(day * dayMs), 1));
        made.add(day);
      }
    },
  };
}
