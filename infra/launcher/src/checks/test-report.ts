import { isRecord } from "../json-file.ts";

/** The counts of a test run. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  /** The skipped tests by group and reason. */
  readonly skipped: ReadonlyMap<string, number>;
}

interface Test {
  readonly status: unknown;
  readonly ancestorTitles: readonly string[];
}

/**
 * Reads a JSON report in Jest's form. A file that failed without running a test (it could not be
 * loaded, or its set-up threw) counts as one failed test.
 *
 * @returns null when the text is not such a report.
 */
export function readTestReport(json: string): TestReport | null {
  const report = parse(json);
  if (!isRecord(report) || !Array.isArray(report["testResults"])) return null;
  const files = report["testResults"].map(readFile);
  const tests = files.flatMap((file) => file.tests);
  const failed = files.map(failedIn).reduce((sum, count) => sum + count, 0);
  const passed = tests.filter(({ status }) => status === "passed").length;
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed");
  return { passed, failed, skipped: countBy(skipped.map(groupOf)) };
}

function readFile(file: unknown): { readonly failed: boolean; readonly tests: readonly Test[] } {
  if (!isRecord(file)) return { failed: true, tests: [] };
  const tests: unknown[] = Array.isArray(file["assertionResults"]) ? file["assertionResults"] : [];
  return { failed: file["status"] === "failed", tests: tests.map(readTest) };
}

function readTest(test: unknown): Test {
  const { status, ancestorTitles } = isRecord(test) ? test : { status: "failed" };
  return { status, ancestorTitles: Array.isArray(ancestorTitles) ? ancestorTitles : [] };
}

function failedIn({ failed, tests }: { failed: boolean; tests: readonly Test[] }): number {
  const count = tests.filter(({ status }) => status === "failed").length;
  return failed ? Math.max(count, 1) : count;
}

/** Returns the group and the reason that the title of a skipped group of tests contains. */
function groupOf({ ancestorTitles }: Test): string {
  const title = ancestorTitles.map((one) => /^(.*) \[skipped: (.*)\]$/.exec(one)).find(Boolean);
  return title ? `${title[1]}: ${title[2]}` : `${ancestorTitles.join(" ")}: without a reason`;
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const groups = Map.groupBy(names, (name) => name);
  return new Map([...groups].map(([name, list]) => [name, list.length]));
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
