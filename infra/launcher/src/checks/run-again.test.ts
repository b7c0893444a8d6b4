import { expect, test } from "vitest";
import { filesToRunAgain, type TestRun, withSecondRun } from "./run-again.ts";
import { summarize } from "./summary.ts";
import { readTestReport } from "./test-report.ts";

type States = Readonly<Record<string, readonly string[]>>;

/** A run of files, each with the states of its tests. */
function run(files: States, { unhandledErrors = 0, seconds = 60 } = {}): TestRun {
  const testResults = Object.entries(files).map(([name, states]) => ({
    name: `/root/${name}`,
    seconds: 1,
    status: states.includes("failed") ? "failed" : "passed",
    assertionResults: states.map((status) => ({ status })),
  }));
  const failed = unhandledErrors > 0 || testResults.some(({ status }) => status === "failed");
  const reason = failed ? "ended with 1" : null;
  return {
    result: { name: "tests", passed: !failed, seconds, reason },
    report: readTestReport(JSON.stringify({ testResults, unhandledErrors })),
    unsteady: [],
  };
}

const first = run({
  "steady.test.ts": ["passed", "passed"],
  "unsteady.test.ts": ["passed", "failed", "pending"],
  "broken.test.ts": ["failed"],
});

test("files that failed run again, and no others", () => {
  expect(filesToRunAgain(first)).toEqual(["/root/unsteady.test.ts", "/root/broken.test.ts"]);
  expect(filesToRunAgain(run({ "steady.test.ts": ["passed"] }))).toEqual([]);
});

test("nothing runs again if more than five files failed", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const failing = (count: number) =>
    run(Object.fromEntries(names.slice(0, count).map((name) => [name, ["failed"]])));
  expect(filesToRunAgain(failing(5))).toHaveLength(5);
  expect(filesToRunAgain(failing(6))).toEqual([]);
});

test("nothing runs again if an error belongs to no file, or if the run did not end by itself", () => {
  const one = { "a.test.ts": ["failed"] };
  expect(filesToRunAgain(run(one, { unhandledErrors: 1 }))).toEqual([]);
  const failed = run(one);
  const killed = { ...failed, result: { ...failed.result, reason: "took longer than 45 min" } };
  expect(filesToRunAgain(killed)).toEqual([]);
  expect(filesToRunAgain({ ...failed, report: null })).toEqual([]);
});

test("a file that passes alone is named, each test counts once, and the run passes", () => {
  const once = run({ "a.test.ts": ["passed"], "b.test.ts": ["passed", "failed", "pending"] });
  const again = run({ "b.test.ts": ["passed", "passed", "pending"] }, { seconds: 5 });
  const { lines, passed } = summarize([], withSecondRun(once, again), "/root");
  expect(passed).toBe(true);
  expect(lines[0]).toMatch(/^ {2}tests +65\.0 s {2}passed$/);
  expect(lines.slice(-2)).toEqual([
    "  UNSTEADY: b.test.ts failed, and passed when it was run again alone",
    "3 passed, 0 failed, 1 skipped",
  ]);
});

test("a file that failed outside its tests runs again, and the run passes if it passes then", () => {
  const testResults = [
    { name: "/root/a.test.ts", status: "failed", assertionResults: [{ status: "passed" }] },
  ];
  const report = readTestReport(JSON.stringify({ testResults, unhandledErrors: 0 }));
  const once = { ...run({ "a.test.ts": ["failed"] }), report };
  expect(filesToRunAgain(once)).toEqual(["/root/a.test.ts"]);
  const { lines, passed } = summarize(
    [],
    withSecondRun(once, run({ "a.test.ts": ["passed"] })),
    "/root",
  );
  expect(passed).toBe(true);
  expect(lines.at(-1)).toBe("1 passed, 0 failed, 0 skipped");
});

test("a file that fails again fails the run, and another one is still named", () => {
  const again = run({
    "unsteady.test.ts": ["passed", "passed", "pending"],
    "broken.test.ts": ["failed"],
  });
  const { lines, passed } = summarize([], withSecondRun(first, again), "/root");
  expect(passed).toBe(false);
  expect(lines.filter((line) => line.includes("UNSTEADY"))).toHaveLength(1);
  expect(lines.at(-1)).toBe("4 passed, 1 failed, 1 skipped");
});

test.each<[string, TestRun]>([
  ["it was not run", run({ "other.test.ts": ["passed"] })],
  ["fewer tests were found in it", run({ "b.test.ts": ["passed"] })],
  ["the second run left no report", { ...run({ "b.test.ts": [] }), report: null }],
])("a file stays failed if %s", (_, again) => {
  const once = run({ "b.test.ts": ["passed", "failed"] });
  const { lines, passed } = summarize([], withSecondRun(once, again), "/root");
  expect(passed).toBe(false);
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
});

test("a second run that failed without a failed test fails the run", () => {
  const once = run({ "b.test.ts": ["failed"] });
  const again = run({ "b.test.ts": ["passed"] }, { unhandledErrors: 1 });
  const { lines, passed } = summarize([], withSecondRun(once, again), "/root");
  expect(passed).toBe(false);
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
});
