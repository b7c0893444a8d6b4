import { DeadlineError, withDeadline } from "@jetwire/runtime";
import { SkippedRow } from "./broken-promise.ts";
import type { Row } from "./row.ts";
import type { Service } from "./service.ts";

/** How one promise was met. */
export interface RowResult {
  readonly rows: readonly string[];
  readonly promise: string;
  readonly result: "passed" | "failed" | "skipped";
  /** The reason why it failed or was skipped. */
  readonly reason: string | null;
  readonly ms: number;
}

const rowMsMax = 60_000;
const reasonCharsMax = 300;

interface RunOptions {
  /** The time of `performance.now()` after which nothing is tried. */
  readonly endMs: number;
  /** Resolves when the run is to stop. The row that is tried then has no result. */
  readonly stopped: Promise<void>;
  onResult(result: RowResult): void;
}

/** Tries rows one after another, each with a time of its own. The failure of one does not end the others. */
export async function runRows(
  rows: readonly Row[],
  service: Service,
  { endMs, stopped, onResult }: RunOptions,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (const row of rows) {
    const result = await Promise.race([stopped, runRow(row, service, endMs)]);
    if (result === undefined) {
      service.endRow();
      break;
    }
    results.push(result);
    onResult(result);
  }
  return results;
}

async function runRow(row: Row, service: Service, endMs: number): Promise<RowResult> {
  const { rows, promise } = row;
  const startMs = performance.now();
  const done = (result: RowResult["result"], reason: string | null): RowResult => ({
    rows,
    promise,
    result,
    reason: reason?.slice(0, reasonCharsMax) ?? null,
    ms: Math.round(performance.now() - startMs),
  });
  const leftMs = Math.min(rowMsMax, endMs - startMs);
  if (leftMs <= 0) return done("failed", "was not tried: the time of --seconds is over");
  try {
    await withDeadline(row.try(service), leftMs, promise);
  } catch (error) {
    service.endRow();
    if (error instanceof SkippedRow) return done("skipped", error.message);
    if (error instanceof DeadlineError) {
      return done("failed", `took longer than ${Math.round(leftMs / 1_000)} s`);
    }
    return done("failed", error instanceof Error ? error.message : String(error));
  }
  const faults = service.endRow();
  return faults.length === 0 ? done("passed", null) : done("failed", faults.join("; "));
}
