import type { CheckResult } from "./run-check.ts";
import type { TestReport } from "./test-report.ts";

/** The end of a run of checks. */
export interface Summary {
  readonly lines: readonly string[];
  readonly passed: boolean;
}

/**
 * Adds up a run: each plain check counts as one, and each test as one. A missing report, a run
 * without tests, and a test runner that failed although no test did count as a failure.
 */
export function summarize(
  plain: readonly CheckResult[],
  tests: CheckResult,
  report: TestReport | null,
): Summary {
  const counted = report ?? { passed: 0, failed: 0, skipped: new Map<string, number>() };
  const reason = failureOf(tests, report);
  const failedChecks = plain.filter(({ passed }) => !passed).length;
  const failed = counted.failed + failedChecks + (reason !== null && counted.failed === 0 ? 1 : 0);
  const passed = counted.passed + plain.length - failedChecks;
  const skipped = [...counted.skipped.values()].reduce((sum, count) => sum + count, 0);
  return {
    lines: [
      ...plain.map(row),
      row({ ...tests, passed: reason === null, reason }),
      ...[...counted.skipped].map(([group, count]) => `  skipped: ${testsText(count)}, ${group}`),
      `${passed} passed, ${failed} failed, ${skipped} skipped`,
    ],
    passed: failed === 0,
  };
}

function failureOf(tests: CheckResult, report: TestReport | null): string | null {
  if (report === null) return tests.reason ?? "there is no report";
  if (report.failed > 0) return `${report.failed} failed`;
  if (report.passed === 0) return "no test ran";
  return tests.reason;
}

function row({ name, passed, seconds, reason }: CheckResult): string {
  const time = `${seconds.toFixed(1)} s`.padStart(9);
  return `  ${name.padEnd(10)} ${time}  ${passed ? "passed" : `FAILED: ${reason}`}`;
}

function testsText(count: number): string {
  return count === 1 ? "1 test" : `${count} tests`;
}
