import { relative } from "node:path";
import type { RepositoryCheckResult } from "./run-check.ts";
import type { TestRun } from "./run-again.ts";
import type { TestFile } from "./test-report.ts";

/** The end of a run of checks. */
export interface CheckSummary {
  readonly lines: readonly string[];
  readonly passed: boolean;
}

const slowestShown = 10;

/**
 * Adds up a run: each plain check counts as one, and each test as one. A missing report, a run
 * without tests, and a test runner that failed although no test did count as a failure.
 *
 * @param root the folder to which the paths of files are shown relative
 */
export function summarize(
  plain: readonly RepositoryCheckResult[],
  tests: TestRun,
  root: string,
): CheckSummary {
  const files = tests.report?.files ?? [];
  const reason = failureOf(tests);
  const failedChecks = plain.filter(({ passed }) => !passed).length;
  const failedTests = sumOf(files, ({ failed }) => failed);
  const failed = failedTests + failedChecks + (reason !== null && failedTests === 0 ? 1 : 0);
  const passed = sumOf(files, (file) => file.passed) + plain.length - failedChecks;
  const skipped = files.flatMap((file) => file.skipped);
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown);
  return {
    lines: [
      ...plain.map(row),
      row({ ...tests.result, passed: reason === null, reason }),
      ...slowest.map(({ path, seconds }) => `  slowest: ${time(seconds)}  ${relative(root, path)}`),
      ...[...Map.groupBy(skipped, (group) => group)].map(
        ([group, list]) => `  skipped: ${testsText(list.length)}, ${group}`,
      ),
      ...tests.unsteady.map(
        (path) =>
          `  UNSTEADY: ${relative(root, path)} failed, and passed when it was run again alone`,
      ),
      `${passed} passed, ${failed} failed, ${skipped.length} skipped`,
    ],
    passed: failed === 0,
  };
}

function failureOf({ result, report }: TestRun): string | null {
  if (report === null) return result.reason ?? "there is no report";
  const failed = sumOf(report.files, (file) => file.failed);
  if (failed > 0) return `${failed} failed`;
  if (report.files.every(({ passed }) => passed === 0)) return "no test ran";
  return result.reason;
}

function sumOf(files: readonly TestFile[], count: (file: TestFile) => number): number {
  return files.reduce((sum, file) => sum + count(file), 0);
}

function row({ name, passed, seconds, reason }: RepositoryCheckResult): string {
  return `  ${name.padEnd(10)} ${time(seconds)}  ${passed ? "passed" : `FAILED: ${reason}`}`;
}

function time(seconds: number): string {
  return `${seconds.toFixed(1)} s`.padStart(9);
}

function testsText(count: number): string {
  return count === 1 ? "1 test" : `${count} tests`;
}
