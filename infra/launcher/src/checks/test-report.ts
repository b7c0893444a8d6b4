import { isRecord } from "../json-file.ts";

/** The result of a test run. */
export interface TestReport {
  readonly files: readonly TestFile[];
  /** Errors that belong to no file. */
  readonly unhandledErrors: number;
}

/** The result of a file of tests. */
export interface TestFile {
  readonly path: string;
  /** The time with set-up and clean-up. */
  readonly seconds: number;
  /** Tests in the file. */
  readonly found: number;
  readonly passed: number;
  /** Failed tests; at least 1 if the file failed outside its tests. */
  readonly failed: number;
  /** The group and reason of each skipped test. */
  readonly skipped: readonly string[];
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
  const unhandledErrors = Number(report["unhandledErrors"] ?? 0);
  return { files: report["testResults"].map(readFile), unhandledErrors };
}

function readFile(file: unknown): TestFile {
  if (!isRecord(file)) return { path: "", seconds: 0, found: 0, passed: 0, failed: 1, skipped: [] };
  const results: unknown[] = Array.isArray(file["assertionResults"])
    ? file["assertionResults"]
    : [];
  const tests = results.map(readTest);
  const failed = tests.filter(({ status }) => status === "failed").length;
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed");
  const { name } = file;
  return {
    path: typeof name === "string" ? name : "",
    seconds: Number(file["seconds"] ?? 0),
    found: tests.length,
    passed: tests.filter(({ status }) => status === "passed").length,
    failed: file["status"] === "failed" ? Math.max(failed, 1) : failed,
    skipped: skipped.map(groupOf),
  };
}

function readTest(test: unknown): Test {
  const { status, ancestorTitles } = isRecord(test) ? test : { status: "failed" };
  return { status, ancestorTitles: Array.isArray(ancestorTitles) ? ancestorTitles : [] };
}

/** Returns the group and the reason that the title of a skipped group of tests contains. */
function groupOf({ ancestorTitles }: Test): string {
  const title = ancestorTitles.map((one) => /^(.*) \[skipped: (.*)\]$/.exec(one)).find(Boolean);
  return title ? `${title[1]}: ${title[2]}` : `${ancestorTitles.join(" ")}: without a reason`;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
