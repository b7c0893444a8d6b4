import { readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import {
  type RepositoryCheck,
  firstTestReport,
  plainChecks,
  testCheck,
  testReport,
} from "./check-list.ts";
import { filesToRunAgain, type TestRun, withSecondRun } from "./run-again.ts";
import { type RepositoryCheckResult, runCheck } from "./run-check.ts";
import { summarize } from "./summary.ts";
import { readTestReport } from "./test-report.ts";

const root = resolve(import.meta.dirname, "../../../..");
const reportPath = join(root, testReport);
const firstReportPath = join(root, firstTestReport);

await runChecks();

/** Runs every check, even after a failure, and prints the summary. */
async function runChecks(): Promise<void> {
  for (const path of [reportPath, firstReportPath]) rmSync(path, { force: true });
  const plain: RepositoryCheckResult[] = [];
  for (const check of plainChecks) plain.push(await runCheck(root, check));
  const { lines, passed } = summarize(plain, await runTests(), root);
  process.stdout.write(`\n${lines.join("\n")}\n`);
  process.exitCode = passed ? 0 : 1;
}

/** Runs all tests, and then the files that failed once more, one after the other. */
async function runTests(): Promise<TestRun> {
  const first = await runTestCheck(testCheck);
  const paths = filesToRunAgain(first);
  if (paths.length === 0) return first;
  renameSync(reportPath, firstReportPath);
  const args = [...testCheck.args, "--no-file-parallelism", ...paths];
  return withSecondRun(
    first,
    await runTestCheck({ ...testCheck, name: "files that failed, again", args }),
  );
}

async function runTestCheck(check: RepositoryCheck): Promise<TestRun> {
  const result = await runCheck(root, check);
  return { result, report: readTestReport(readOrEmpty(reportPath)), unsteady: [] };
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
