import { expect, test } from "vitest";
import type { CheckResult } from "./run-check.ts";
import { summarize } from "./summary.ts";
import { readTestReport } from "./test-report.ts";

const passed: CheckResult = { name: "lint", passed: true, seconds: 1, reason: null };
const failed: CheckResult = { name: "types", passed: false, seconds: 2, reason: "ended with 2" };
const tests: CheckResult = { name: "tests", passed: true, seconds: 3, reason: null };

function report(...states: string[]): string {
  const assertionResults = states.map((status) => ({ status }));
  const status = states.includes("failed") ? "failed" : "passed";
  return JSON.stringify({ testResults: [{ status, assertionResults }] });
}

test("adds the plain checks to the tests", () => {
  const result = summarize([passed], tests, readTestReport(report("passed", "passed", "pending")));
  expect(result.lines.at(-1)).toBe("3 passed, 0 failed, 1 skipped");
  expect(result.passed).toBe(true);
});

test("fails for one check that failed, and shows why", () => {
  const result = summarize([passed, failed], tests, readTestReport(report("passed")));
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
  const result = summarize([passed], tests, readTestReport(json));
  expect(result.passed).toBe(false);
  expect(result.lines.at(-1)).toMatch(/^\d passed, 1 failed, 0 skipped$/);
});

test("fails when the runner failed although no test did", () => {
  const broken = { ...tests, passed: false, reason: "ended with 1" };
  expect(summarize([], broken, readTestReport(report("passed"))).lines.at(-1)).toBe(
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
  expect(summarize([], tests, readTestReport(json)).lines.slice(1)).toEqual([
    "  skipped: 2 tests, from Python: no python3 on the PATH",
    "  skipped: 1 test, a group: without a reason",
    "1 passed, 0 failed, 3 skipped",
  ]);
});
