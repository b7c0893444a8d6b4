import type { DatabaseMark } from "./high-water.ts";

/** The state of Postgres as one reading of it. */
export type DatabaseState = Omit<DatabaseMark, "stored"> & {
  readonly stored: ReadonlyMap<number, number>;
};

/**
 * Returns the sign by which Postgres went back to an older state, or null. A standby that was promoted may
 * lack the latest commits; and a watermark says little, because new messages soon raise it again. So
 * any of three signs counts: another timeline, an older write of the ledger, a lower watermark.
 *
 * @param known the latest state that this journal has seen
 */
export function whyWentBack(known: DatabaseMark | undefined, now: DatabaseState): string | null {
  if (known === undefined) return null;
  if (now.generation < known.generation) return "it has an older ledger";
  const timelines = [known.timeline, now.timeline];
  if (!timelines.includes(null) && known.timeline !== now.timeline) return "its timeline changed";
  if (known.producer !== now.producer) return null;
  const isLower = ([partition, seq]: [string, number]) =>
    (now.stored.get(Number(partition)) ?? 0) < seq;
  return Object.entries(known.stored).some(isLower) ? "it has lower watermarks" : null;
}
