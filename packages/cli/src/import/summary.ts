import type { Refusals } from "./refusals.ts";

/** Result of an import, as `--json` prints it. */
export interface ImportSummary {
  /** The recognised kind of file. */
  readonly format: string;
  /** Rows without the header. */
  readonly rows: number;
  readonly refused: number;
  readonly refusedByReason: Readonly<Record<string, number>>;
  /** The first ones, with their lines. */
  readonly refusals: Refusals["first"];
  readonly dryRun: boolean;
}

export function importSummaryOf(
  format: string,
  rows: number,
  refusals: Refusals,
  dryRun: boolean,
): ImportSummary {
  const { count, byReason, first } = refusals;
  return { format, rows, refused: count, refusedByReason: byReason, refusals: first, dryRun };
}

/** Formats a summary for people; `done` describes what was written. */
export function summaryText(summary: ImportSummary, done: string): string {
  const { format, rows, refused, refusedByReason, refusals, dryRun } = summary;
  const lines = [`${format}: ${rows} rows, ${dryRun ? "nothing written (dry run)" : done}`];
  if (refused > 0) {
    lines.push(`${refused} refused:`);
    for (const [reason, count] of Object.entries(refusedByReason)) {
      lines.push(`  ${count} × ${reason}`);
    }
    lines.push(...refusals.map(({ line, reason }) => `  line ${line}: ${reason}`));
    if (refused > refusals.length) lines.push(`  … and ${refused - refusals.length} more`);
  }
  return lines.join("\n");
}
