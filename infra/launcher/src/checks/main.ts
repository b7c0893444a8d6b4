import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { plainChecks, testCheck, testReport } from "./check-list.ts";
import { type CheckResult, runCheck } from "./run-check.ts";
import { summarize } from "./summary.ts";
import { readTestReport } from "./test-report.ts";

const root = resolve(import.meta.dirname, "../../../..");

await runChecks();

/** Runs every check, even after a failure, and prints the summary. */
async function runChecks(): Promise<void> {
  const reportPath = join(root, testReport);
  rmSync(reportPath, { force: true });
  const plain: CheckResult[] = [];
  for (const check of plainChecks) plain.push(await runCheck(root, check));
  const tests = await runCheck(root, testCheck);
  const report = readTestReport(readOrEmpty(reportPath));
  const { lines, passed } = summarize(plain, tests, report);
  process.stdout.write(`\n${lines.join("\n")}\n`);
  process.exitCode = passed ? 0 : 1;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
