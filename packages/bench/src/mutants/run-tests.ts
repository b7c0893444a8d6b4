import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { runProgram } from "./run-program.ts";

interface TestReport {
  /** The files of which all tests passed, from the root. */
  readonly passed: readonly string[];
  /** The first test that failed; null if none did. */
  readonly failed: string | null;
}

const VitestReport = z.object({
  success: z.boolean(),
  numTotalTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Runs test files. The report is null if they could not be run. */
export async function runTests(
  dir: string,
  args: readonly string[],
  msMax: number,
): Promise<{ report: TestReport | null; timedOut: boolean }> {
  const reportPath = join(dir, "..", "report.json");
  await rm(reportPath, { force: true });
  const vitest = join(dir, "node_modules", ".bin", "vitest");
  const reporter = ["--reporter=json", `--outputFile=${reportPath}`];
  const { timedOut } = await runProgram(vitest, ["run", ...args, ...reporter], dir, msMax);
  const written = await readFile(reportPath, "utf8").catch(() => null);
  if (written === null) return { report: null, timedOut };
  const { success, numTotalTests, testResults } = VitestReport.parse(JSON.parse(written));
  if (numTotalTests === 0 && testResults.length === 0) return { report: null, timedOut };
  const passed = testResults
    .filter(({ status }) => status === "passed")
    .map(({ name }) => name.slice(dir.length + 1));
  const failedFile = testResults.find(({ status }) => status !== "passed");
  const failedTest = failedFile?.assertionResults.find(({ status }) => status === "failed");
  const failed = failedTest?.fullName ?? failedFile?.name.slice(dir.length + 1);
  // A run that ends at its first failure may leave the failed file out of its report.
  const unnamed = success ? null : "a test that is not in the report";
  return { report: { passed, failed: failed ?? unnamed }, timedOut };
}
