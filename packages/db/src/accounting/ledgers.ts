import { LedgerCounts } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { totalOf } from "./account-of-messages.ts";

/** A producer's counts, and the number of their last write. */
export interface WrittenLedger {
  readonly counts: LedgerCounts;
  readonly generation: number;
}

/** The state of an ingest, which is copied with its counts. */
export interface ProducerState {
  /** How long the oldest message has waited in the journal, ms. */
  readonly waitingMs?: number;
  /** The greatest difference of its host's clock to Redis' and Postgres', ms; null if it is not known. */
  readonly clockSkewMs?: number | null;
  /** How many messages may be in a stream although they are not counted as appended. */
  readonly inDoubt?: number;
  /** The file system of its journal; null if it is not known. */
  readonly disk?: DiskSpace | null;
}

/** The size of a file system, and what an ordinary user can still write to it. */
export interface DiskSpace {
  readonly bytes: number;
  readonly freeBytes: number;
}

/**
 * Copies a producer's counts to where they can be added up.
 *
 * @param generation a number greater than that of every earlier write
 */
export async function writeLedger(
  sql: Sql,
  producer: string,
  { counts, generation }: WrittenLedger,
  { waitingMs = 0, clockSkewMs = null, inDoubt = 0, disk = null }: ProducerState = {},
): Promise<void> {
  const { bytes = null, freeBytes = null } = disk ?? {};
  const ofDisk = { diskBytes: bytes, diskFreeBytes: freeBytes };
  const copied = { ...counts, waitingMs, clockSkewMs, inDoubt, ...ofDisk };
  await sql`
    insert into ledgers (producer, counts, generation)
    values (${producer}, ${sql.json(copied)}, ${generation})
    on conflict (producer) do update set
      counts = excluded.counts, generation = excluded.generation, updated_at = now()`;
}

/** The counts of a producer in Postgres. */
export interface FoundLedger {
  /** Null if its counts are impossible. */
  readonly counts: LedgerCounts | null;
  readonly generation: number;
  /** The least number of its messages that are stored, whatever its counts are. */
  readonly stored: number;
}

/** Reads what was written last, or null for nothing. */
export async function readLedger(sql: Sql, producer: string): Promise<FoundLedger | null> {
  const [row] = await sql<{ counts: unknown; generation: number; stored: number }[]>`
    select counts, generation, coalesce((
      select sum(stored) from watermarks where producer like ${`${producer}:%`}
    ), 0)::bigint as stored
    from ledgers where producer = ${producer}`;
  return row ? { ...row, counts: possibleCounts(row.counts) } : null;
}

/**
 * Returns counts, or null if they cannot be true: one is negative or no exact number, or more messages have a
 * result than were offered.
 */
export function possibleCounts(json: unknown): LedgerCounts | null {
  const counts = LedgerCounts.safeParse(json).data;
  if (counts === undefined) return null;
  const refused = [counts.notAMessage, counts.rejected, counts.limited].map(totalOf);
  const results = refused.reduce((sum, count) => sum + count, counts.accepted);
  const dispatched = counts.appended + totalOf(counts.duplicates);
  return results <= counts.offered && dispatched <= counts.accepted ? counts : null;
}

/**
 * Reads the server's timeline, a number that grows when a standby is promoted or a backup is restored;
 * null if the role may not read it.
 */
export async function readTimeline(sql: Sql): Promise<number | null> {
  try {
    const [row] = await sql<{ timeline: number }[]>`
      select timeline_id as timeline from pg_control_checkpoint()`;
    return row?.timeline ?? null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === insufficientPrivilege)
      return null;
    throw error;
  }
}

const insufficientPrivilege = "42501";

/** The messages that wait in the journal of one ingest. */
export interface JournalBacklog {
  readonly producer: string;
  /** Messages that are accepted and not dispatched. */
  readonly waiting: number;
  /** Age of the oldest of them when the counts were copied, ms. */
  readonly waitingMs: number;
  /** The greatest difference of its host's clock to Redis' and Postgres', ms; null if it is not known. */
  readonly clockSkewMs: number | null;
  /** Bytes in its journal that are not in Postgres. */
  readonly journalBytes: number;
  /** Time since the counts were copied, ms. */
  readonly silentMs: number;
  /** The file system of its journal; null if it is not known. */
  readonly disk: DiskSpace | null;
}

const backlogsMax = 1_000;

/** Reads the backlogs of all ingests, at most 1,000: those that copied their counts last. */
export async function readBacklogs(sql: Sql): Promise<JournalBacklog[]> {
  const rows = await sql<{ producer: string; counts: unknown; silentMs: number }[]>`
    select producer, counts,
      greatest(0, extract(epoch from now() - updated_at) * 1000)::float8 as silent_ms
    from ledgers order by updated_at desc limit ${backlogsMax}`;
  return rows.flatMap(({ producer, counts: json, silentMs }) => {
    const counts = LedgerCounts.safeParse(json).data;
    if (counts === undefined) return [];
    const { accepted, appended, duplicates, journalBytes } = counts;
    const waitingMs = Number(counts["waitingMs"] ?? 0);
    const clockSkewMs = numberOrNull(counts["clockSkewMs"]);
    const waiting = Math.max(0, accepted - appended - totalOf(duplicates));
    const disk = diskOf(counts);
    return [{ producer, waiting, waitingMs, clockSkewMs, journalBytes, silentMs, disk }];
  });
}

function diskOf({ diskBytes, diskFreeBytes }: LedgerCounts): DiskSpace | null {
  const [bytes, freeBytes] = [numberOrNull(diskBytes), numberOrNull(diskFreeBytes)];
  return bytes === null || freeBytes === null ? null : { bytes, freeBytes };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
