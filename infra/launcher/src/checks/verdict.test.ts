import { expect, test } from "vitest";
import type { Outcome } from "./run-check.ts";
import { countTests } from "./test-report.ts";
import { verdict } from "./verdict.ts";

const passed: Outcome = { name: "lint", passed: true, seconds: 1, reason: null };
const failed: Outcome = { name: "types", passed: false, seconds: 2, reason: "ended with 2" };
const tests: Outcome = { name: "tests", passed: true, seconds: 3, reason: null };

function report(...states: string[]): string {
  const assertionResults = states.map((status) => ({ status }));
  const status = states.includes("failed") ? "failed" : "passed";
  return JSON.stringify({ testResults: [{ status, assertionResults }] });
}

test("adds the plain checks to the tests", () => {
  const result = verdict([passed], tests, countTests(report("passed", "passed", "pending")));
  expect(result.lines.at(-1)).toBe("3 passed, 0 failed, 1 skipped");
  expect(result.passed).toBe(true);
});

test("fails for one check that failed, and shows why", () => {
  const result = verdict([passed, failed], tests, countTests(report("passed")));
  expect(result.lines.at(-1)).toBe("2 passed, 1 failed");
  expect(result.lines.join("\n")).toContain("FAILED: ended with 2");
  expect(result.passed).toBe(false);
});

test.each([
  ["no report was left", ""],
  ["no test ran", JSON.stringify({ testResults: [] })],
  ["a file could not be loaded", '{"testResults":[{"status":"failed","assertionResults":[]}]}'],
  ["a test failed", report("passed", "failed")],
])("fails when %s", (_, json) => {
  const result = verdict([passed], tests, countTests(json));
  expect(result.passed).toBe(false);
  expect(result.lines.at(-1)).toMatch(/^\d passed, 1 failed$/);
});

test("fails when the runner failed although no test did", () => {
  const broken = { ...tests, passed: false, reason: "ended with 1" };
  expect(verdict([], broken, countTests(report("passed"))).lines.at(-1)).toBe("1 passed, 1 failed");
});
