import { isRecord } from "../record.ts";

/** What the test runner's report counts. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Counts the tests of a JSON report in the form that Jest introduced. A file that failed without
 * running a test (it could not be loaded, its set-up threw) counts as one failed test, so that it
 * can't go unseen.
 *
 * @returns null when the text is no such report.
 */
export function countTests(json: string): TestCounts | null {
  const report = parsed(json);
  if (!isRecord(report) || !Array.isArray(report["testResults"])) return null;
  const files: unknown[] = report["testResults"];
  return files.map(countFile).reduce(sum, { passed: 0, failed: 0, skipped: 0 });
}

function countFile(file: unknown): TestCounts {
  if (!isRecord(file)) return { passed: 0, failed: 1, skipped: 0 };
  const tests: unknown[] = Array.isArray(file["assertionResults"]) ? file["assertionResults"] : [];
  const states = tests.map((test) => (isRecord(test) ? test["status"] : "failed"));
  const passed = states.filter((state) => state === "passed").length;
  const failed = states.filter((state) => state === "failed").length;
  const failedUnseen = file["status"] === "failed" && failed === 0 ? 1 : 0;
  return { passed, failed: failed + failedUnseen, skipped: states.length - passed - failed };
}

function sum(one: TestCounts, other: TestCounts): TestCounts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
