import type { Outcome } from "./run-check.ts";
import type { TestCounts } from "./test-report.ts";

/** The end of a run of checks. */
export interface Verdict {
  readonly lines: readonly string[];
  readonly passed: boolean;
}

/**
 * Adds up a run: each plain check counts as one, the tests one each. No report, no test run, or a
 * test runner that failed although no test did, is a failure as well.
 */
export function verdict(
  plain: readonly Outcome[],
  tests: Outcome,
  counts: TestCounts | null,
): Verdict {
  const counted = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const reason = testsReason(tests, counts);
  const failedChecks = plain.filter(({ passed }) => !passed).length;
  const failed = counted.failed + failedChecks + (reason !== null && counted.failed === 0 ? 1 : 0);
  const passed = counted.passed + plain.length - failedChecks;
  const skipped = counted.skipped === 0 ? "" : `, ${counted.skipped} skipped`;
  return {
    lines: [
      ...plain.map(row),
      row({ ...tests, passed: reason === null, reason }),
      `${passed} passed, ${failed} failed${skipped}`,
    ],
    passed: failed === 0,
  };
}

function testsReason(tests: Outcome, counts: TestCounts | null): string | null {
  if (counts === null) return tests.reason ?? "left no report";
  if (counts.failed > 0) return `${counts.failed} failed`;
  if (counts.passed === 0) return "no test ran";
  return tests.reason;
}

function row({ name, passed, seconds, reason }: Outcome): string {
  const time = `${seconds.toFixed(1)} s`.padStart(9);
  return `  ${name.padEnd(10)} ${time}  ${passed ? "passed" : `FAILED: ${reason}`}`;
}
