import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { plainChecks, testCheck, testReport } from "./check-list.ts";
import { type Outcome, runCheck } from "./run-check.ts";
import { countTests } from "./test-report.ts";
import { verdict } from "./verdict.ts";

const root = resolve(import.meta.dirname, "../../../..");

await runChecks();

/** Every check, whatever becomes of the ones before it; the last line printed says it all. */
async function runChecks(): Promise<void> {
  const reportPath = join(root, testReport);
  rmSync(reportPath, { force: true });
  const plain: Outcome[] = [];
  for (const check of plainChecks) {
    process.stdout.write(`\n── ${check.name}\n`);
    plain.push(await runCheck(root, check));
  }
  process.stdout.write(`\n── ${testCheck.name}\n`);
  const tests = await runCheck(root, testCheck);
  const { lines, passed } = verdict(plain, tests, countTests(readReport(reportPath)));
  process.stdout.write(`\n${lines.join("\n")}\n`);
  process.exitCode = passed ? 0 : 1;
}

function readReport(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
