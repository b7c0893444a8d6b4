import type { PartitionSize, PartitionedTable } from "@jetwire/db";
import type { PlannedDrop } from "@jetwire/protocol";
import { dayOf } from "./growth.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const horizonHours = 400 * 24;
const plannedHours = 31 * 24;
const plannedMax = 100;
const tables = ["message_raws", "messages"] as const satisfies readonly PartitionedTable[];

/** Limits what retention may drop, and says what it must. */
export interface RetentionLimits {
  readonly keepDays: Readonly<Record<PartitionedTable, number>>;
  /** The number of days that are not dropped for lack of room. */
  readonly daysMin: number;
  /** The bytes that the database may take; null without such a limit. */
  readonly budgetBytes: number | null;
}

/** The state of the database, and how much is added a day. */
export interface StoredNow {
  readonly nowMs: number;
  /** Oldest first. */
  readonly partitions: readonly PartitionSize[];
  readonly usedBytes: number;
  /** Null if it is not known. */
  readonly freeBytes: number | null;
  readonly growth: Readonly<Record<PartitionedTable, number>>;
  /** Bytes that everything else adds a day. */
  readonly othersGrowth: number;
}

interface Forecast {
  /** The hour in which nothing is free any more; null if it is more than 400 days away. */
  readonly fullAtMs: number | null;
  readonly drops: readonly PlannedDrop[];
}

/**
 * Forecasts hour by hour what is stored, if everything grows as before and retention drops what it has to: by days, and
 * the oldest days while the database takes more than their budget.
 */
export function forecastStorage(stored: StoredNow, limits: RetentionLimits): Forecast {
  const { nowMs, growth, othersGrowth, freeBytes } = stored;
  const today = dayOf(nowMs);
  const queues = {
    messages: queueOf(stored.partitions, "messages"),
    message_raws: queueOf(stored.partitions, "message_raws"),
  };
  const drops = new Map<string, PlannedDrop>();
  let added = 0;
  let fullAtMs: number | null = null;

  function drop(table: PartitionedTable, reason: PlannedDrop["reason"], hour: number): void {
    const part = queues[table].shift();
    if (part === undefined) return;
    added -= part.bytes;
    const at = new Date(nowMs + hour * hourMs).toISOString();
    const key = `${part.day} ${at} ${reason}`;
    const known = drops.get(key);
    if (known === undefined && (hour > plannedHours || drops.size >= plannedMax)) return;
    if (part.day > today) return;
    drops.set(key, {
      day: part.day,
      tables: [...(known?.tables ?? []), table],
      rows: greatest(known?.rows ?? null, part.rows),
      bytes: Math.round((known?.bytes ?? 0) + part.bytes),
      at,
      reason,
    });
  }

  let days = daysAt(nowMs, limits);
  for (let hour = 0; hour <= horizonHours; hour++) {
    const atMs = nowMs + hour * hourMs;
    if (atMs >= days.endMs) days = daysAt(atMs, limits);
    if (hour > 0) {
      added += othersGrowth / 24;
      for (const table of tables) added += grow(queues[table], days.today, growth[table] / 24);
    }
    for (const table of tables) {
      while (isBefore(queues[table][0], days.first[table])) drop(table, "days", hour);
    }
    while (limits.budgetBytes !== null && stored.usedBytes + added > limits.budgetBytes) {
      const day = oldestOf(queues);
      if (day === null || day >= days.firstSafe) break;
      for (const table of tables) if (queues[table][0]?.day === day) drop(table, "share", hour);
    }
    if (freeBytes !== null && added >= freeBytes) fullAtMs ??= atMs;
    // The plan goes on: what is full may be enlarged, and then the days are dropped all the same.
    if (fullAtMs !== null && hour >= plannedHours) break;
  }
  return { fullAtMs, drops: [...drops.values()] };
}

/**
 * Returns the first day that stays if the oldest are dropped until the database fits into its budget; null if nothing
 * has to be dropped.
 *
 * @param partitions oldest first
 */
export function firstDayWithin(
  { partitions, usedBytes, nowMs }: Pick<StoredNow, "partitions" | "usedBytes" | "nowMs">,
  { budgetBytes, daysMin }: Pick<RetentionLimits, "budgetBytes" | "daysMin">,
): string | null {
  if (budgetBytes === null || usedBytes <= budgetBytes) return null;
  const firstSafe = dayOf(nowMs - daysMin * dayMs);
  const days = [...new Set(partitions.map(({ day }) => day))].filter((day) => day < firstSafe);
  let left = usedBytes;
  for (const [index, day] of days.entries()) {
    left -= partitions.filter((part) => part.day === day).reduce((sum, one) => sum + one.bytes, 0);
    if (left <= budgetBytes) return days[index + 1] ?? firstSafe;
  }
  return days.length === 0 ? null : firstSafe;
}

/** Returns the day of a time, its end, and the first days that are kept then. */
function daysAt(atMs: number, { keepDays, daysMin }: RetentionLimits) {
  const first = (days: number) => dayOf(atMs - days * dayMs);
  return {
    today: dayOf(atMs),
    endMs: (Math.floor(atMs / dayMs) + 1) * dayMs,
    first: { messages: first(keepDays.messages), message_raws: first(keepDays.message_raws) },
    firstSafe: first(daysMin),
  };
}

type Part = Pick<PartitionSize, "day" | "rows"> & { bytes: number };

function queueOf(partitions: readonly PartitionSize[], name: PartitionedTable): Part[] {
  return partitions
    .filter(({ table }) => table === name)
    .map(({ day, bytes, rows }) => ({ day, bytes, rows }));
}

/** Adds bytes to the partition of a day, and returns them. */
function grow(queue: Part[], day: string, bytes: number): number {
  const found = queue.findLast((part) => part.day === day);
  if (found === undefined) queue.push({ day, bytes, rows: null });
  else found.bytes += bytes;
  return bytes;
}

function oldestOf(queues: Readonly<Record<PartitionedTable, readonly Part[]>>): string | null {
  const days = tables.flatMap((table) => queues[table][0]?.day ?? []);
  return days.toSorted()[0] ?? null;
}

function isBefore(part: Part | undefined, day: string): boolean {
  return part !== undefined && part.day < day;
}

function greatest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
