import { expect, test } from "vitest";
import type { TestRun } from "./run-again.ts";
import type { RepositoryCheckResult } from "./run-check.ts";
import { summarize } from "./summary.ts";
import { readTestReport } from "./test-report.ts";

const passed: RepositoryCheckResult = { name: "lint", passed: true, seconds: 1, reason: null };
const failed: RepositoryCheckResult = {
  name: "types",
  passed: false,
  seconds: 2,
  reason: "ended with 2",
};
const tests: RepositoryCheckResult = { name: "tests", passed: true, seconds: 3, reason: null };

function run(json: string, result = tests): TestRun {
  return { result, report: readTestReport(json), unsteady: [] };
}

function report(...states: string[]): string {
  const assertionResults = states.map((status) => ({ status }));
  const status = states.includes("failed") ? "failed" : "passed";
  return JSON.stringify({ testResults: [{ status, assertionResults }] });
}

test("adds the plain checks to the tests", () => {
  const result = summarize([passed], run(report("passed", "passed", "pending")), "/root");
  expect(result.lines.at(-1)).toBe("3 passed, 0 failed, 1 skipped");
  expect(result.passed).toBe(true);
});

test("fails for one check that failed, and shows why", () => {
  const result = summarize([passed, failed], run(report("passed")), "/root");
  expect(result.lines.at(-1)).toBe("2 passed, 1 failed, 0 skipped");
  expect(result.lines.join("\n")).toContain("FAILED: ended with 2");
  expect(result.passed).toBe(false);
});

test.each([
  ["no report was left", ""],
  ["no test ran", JSON.stringify({ testResults: [] })],
  ["a file could not be loaded", '{"testResults":[{"status":"failed","assertionResults":[]}]}'],
  ["a test failed", report("passed", "failed")],
])("fails when %s", (_, json) => {
  const result = summarize([passed], run(json), "/root");
  expect(result.passed).toBe(false);
  expect(result.lines.at(-1)).toMatch(/^\d passed, 1 failed, 0 skipped$/);
});

test("fails when the runner failed although no test did", () => {
  const broken = { ...tests, passed: false, reason: "ended with 1" };
  expect(summarize([], run(report("passed"), broken), "/root").lines.at(-1)).toBe(
    "1 passed, 1 failed, 0 skipped",
  );
});

test("lists the skipped tests by group with the reason and their number", () => {
  const assertionResults = ["reads", "writes"].map((title) => ({
    status: "skipped",
    title,
    ancestorTitles: ["", "from Python [skipped: no python3 on the PATH]"],
  }));
  const other = { status: "pending", title: "later", ancestorTitles: ["a group"] };
  const passing = { status: "passed", title: "works", ancestorTitles: [] };
  const json = JSON.stringify({
    testResults: [{ status: "passed", assertionResults: [...assertionResults, other, passing] }],
  });
  expect(summarize([], run(json), "/root").lines.slice(2)).toEqual([
    "  skipped: 2 tests, from Python: no python3 on the PATH",
    "  skipped: 1 test, a group: without a reason",
    "1 passed, 0 failed, 3 skipped",
  ]);
});

test("shows the ten slowest files with the time of their set-up", () => {
  const testResults = Array.from({ length: 12 }, (_, n) => ({
    name: `/root/packages/${n}.test.ts`,
    seconds: n,
    status: "passed",
    assertionResults: [{ status: "passed" }],
  }));
  const { lines } = summarize([], run(JSON.stringify({ testResults })), "/root");
  const slowest = lines.filter((line) => line.includes("slowest"));
  expect(slowest).toHaveLength(10);
  expect(slowest[0]).toBe("  slowest:    11.0 s  packages/11.test.ts");
  expect(slowest.at(-1)).toBe("  slowest:     2.0 s  packages/2.test.ts");
});
