import { printable } from "../printable.ts";
import type { RowResult } from "./run-rows.ts";
import type { Target } from "./service.ts";

/** The report of a run, as `--json` prints it. */
export interface Report {
  readonly service: string;
  readonly realtime: string;
  readonly startedAt: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly rows: readonly RowResult[];
  /** The parts of the run that could not be removed; empty if nothing was made. */
  readonly left: readonly string[];
}

const marks = { passed: "ok  ", failed: "FAIL", skipped: "skip" } as const;

/** Returns a line of a result, with a second one for the reason. */
export function resultLine({ rows, promise, result, reason }: RowResult): string {
  const line = `${marks[result]}  ${rows.join(", ")}: ${promise}`;
  return reason === null ? line : `${line}\n      ${printable(reason)}`;
}

export function reportOf(
  { rest, realtime }: Target,
  startedAt: string,
  rows: readonly RowResult[],
  left: readonly string[],
): Report {
  const count = (result: RowResult["result"]) => rows.filter((row) => row.result === result).length;
  return {
    service: rest,
    realtime,
    startedAt,
    passed: count("passed"),
    failed: count("failed"),
    skipped: count("skipped"),
    rows,
    left,
  };
}

/** Returns the last lines: counts, and what is left. */
export function summary({ service, passed, failed, skipped, left }: Report): string {
  const lines = left.map((one) => `could not be removed: ${printable(one)}`);
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return [...lines, `${service}: ${counts}`].join("\n");
}
