import { join } from "node:path";
import type { Logger } from "@jetwire/runtime";
import { z } from "zod";
import { readJson, writeJsonDurably } from "./durable-file.ts";

/** The latest state of Postgres that a journal's producer has seen. */
const DatabaseMark = z.object({
  /** The number of the last write of the ledger. */
  generation: z.int().nonnegative(),
  /** The timeline of the server: another one begins when a standby is promoted or a backup restored. */
  timeline: z.int().nullable(),
  /** The producer and epoch that the watermarks belong to. */
  producer: z.string(),
  /** The watermarks by partition. */
  stored: z.record(z.string(), z.int().nonnegative()),
});
export type DatabaseMark = z.infer<typeof DatabaseMark>;

const HighWaterMark = z.object({
  /** Numbers up to this one may be in use. */
  seq: z.int().nonnegative(),
  /** Whether `seq` is in use, because the journal was closed: otherwise it is reserved ahead. */
  isExact: z.boolean(),
  /** The number of the last entry, if the journal was closed: `seq` is higher if numbers were left out before it. */
  lastSeq: z.int().nonnegative().optional(),
  /** Present while the counts of entries that the journal has lost are not taken from Postgres. */
  lostEnd: z.literal(true).optional(),
  /** The latest time of an id, Unix ms. */
  idMs: z.int().nonnegative(),
  /** The name of the counts in Postgres; absent before the first start has chosen one. */
  ledger: z.uuid().optional(),
  /** The instance whose stations the entries are of; absent until Postgres was read once. */
  instance: z.uuid().optional(),
  database: DatabaseMark.optional(),
});
type HighWaterMark = z.infer<typeof HighWaterMark>;

/**
 * Remembers what a journal has used in a file beside its segments, so that it is known even if they lose
 * their end: numbers, id times, and the state of Postgres. Numbers are reserved ahead, which costs one sync
 * for every 65,536 of them. After a crash, numbering continues above the reserved ones.
 */
export type HighWater = Awaited<ReturnType<typeof openHighWater>>;

const reservedAhead = 65_536;
const writeMs = 5_000;

export async function openHighWater(directory: string, log: Logger) {
  const path = join(directory, "high-water.json");
  const atStart = await readJson(path, HighWaterMark, log);
  let mark: HighWaterMark = atStart ?? { seq: 0, isExact: true, idMs: 0 };
  let writing: Promise<void> = Promise.resolve();
  let writtenAtMs = Number.NEGATIVE_INFINITY;

  async function update(change: Partial<HighWaterMark>): Promise<void> {
    mark = { ...mark, ...change };
    // One write at a time. A failed one concerns its caller only.
    const written = writing.then(() => writeJsonDurably(path, mark));
    writing = written.catch(() => {});
    await written;
    writtenAtMs = performance.now();
  }

  return {
    /** The content of the file when it was opened, null if there was none. */
    atStart,
    get idMs(): number {
      return mark.idMs;
    },
    get ledger(): string | undefined {
      return mark.ledger;
    },
    get instance(): string | undefined {
      return mark.instance;
    },
    get database(): DatabaseMark | undefined {
      return mark.database;
    },
    /** Reserves numbers up to this one. */
    async reserve(seq: number): Promise<void> {
      if (seq <= mark.seq && !mark.isExact) return;
      const before = mark;
      try {
        await update({ seq: Math.max(seq, mark.seq) + reservedAhead, isExact: false });
      } catch (error) {
        mark = { ...mark, seq: before.seq, isExact: before.isExact };
        throw error;
      }
    },
    /** Notes the time of an id; it is written with the next change of something else. */
    recordIdMs(idMs: number): void {
      mark.idMs = Math.max(mark.idMs, idMs);
    },
    recordLedger: (ledger: string): Promise<void> => update({ ledger }),
    recordInstance: (instance: string): Promise<void> => update({ instance }),
    /** Notes that the journal has lost its end; or that the counts of what was lost are in the journal again. */
    async recordLostEnd(isLost: boolean): Promise<void> {
      if ((mark.lostEnd ?? false) !== isLost) await update({ lostEnd: isLost || undefined });
    },
    /** Notes the state of Postgres; it is written every few seconds. */
    async recordDatabase(database: DatabaseMark): Promise<void> {
      mark = { ...mark, database };
      if (performance.now() - writtenAtMs >= writeMs) await update({});
    },
    /**
     * Notes the last number that is not to be used again, and that of the last entry, at the end of a process.
     */
    close: (seq: number, lastSeq: number): Promise<void> => update({ seq, isExact: true, lastSeq }),
  };
}
