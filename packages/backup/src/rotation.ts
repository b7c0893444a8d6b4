/** How many back-ups are kept: the newest of so many days, weeks and months that have one. */
export interface Rotation {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

const dayMs = 86_400_000;
/** The week of 1 January 1970 began on the Monday before. */
const mondayShift = 3;

/**
 * Chooses which back-ups to keep. One serves as the newest of its day, of its week (from Monday) and of its month at once.
 * Days without a back-up are not counted, so a service that was off keeps its old ones.
 *
 * @param takenAt the time of each back-up, Unix ms, in any order
 * @returns those to keep
 */
export function backupsToKeep<Backup>(
  backups: readonly Backup[],
  takenAtMs: (backup: Backup) => number,
  { daily, weekly, monthly }: Rotation,
): Set<Backup> {
  const newestFirst = backups.toSorted((a, b) => takenAtMs(b) - takenAtMs(a));
  const kept = new Set<Backup>(newestFirst.slice(0, 1));
  const keepNewestOf = (count: number, period: (ms: number) => string | number) => {
    const seen = new Set<string | number>();
    for (const backup of newestFirst) {
      const of = period(takenAtMs(backup));
      if (seen.has(of)) continue;
      if (seen.size === count) return;
      seen.add(of);
      kept.add(backup);
    }
  };
  keepNewestOf(daily, (ms) => Math.floor(ms / dayMs));
  keepNewestOf(weekly, (ms) => Math.floor((Math.floor(ms / dayMs) + mondayShift) / 7));
  keepNewestOf(monthly, (ms) => new Date(ms).toISOString().slice(0, 7));
  return kept;
}
