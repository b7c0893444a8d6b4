import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { testReport } from "./check-list.ts";

const root = join(import.meta.dirname, "../../../..");

/**
 * Writes the report of a test run in Jest's form. Vitest's own has neither the time that a file took
 * with its set-up nor the errors that are thrown outside tests.
 */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const paths = new Set(modules.map(({ moduleId }) => moduleId));
    const origins = unhandledErrors.map(originOf);
    const testResults = modules.map((module) => reportFile(module, origins));
    const ofNoFile = origins.filter((path) => path === undefined || !paths.has(path));
    const report = { testResults, unhandledErrors: ofNoFile.length };
    writeFileSync(join(root, testReport), JSON.stringify(report));
  }
}

/** Returns the path of the file that ran when an error was thrown outside its tests. */
function originOf(error: unknown): string | undefined {
  return (error as { VITEST_TEST_PATH?: string }).VITEST_TEST_PATH;
}

/** @param origins paths of files in which unhandled errors were thrown: these files failed */
function reportFile(module: TestModule, origins: readonly (string | undefined)[]) {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    name: module.moduleId,
    status: module.ok() && !origins.includes(module.moduleId) ? "passed" : "failed",
    seconds: (collectDuration + setupDuration + duration) / 1000,
    message: module.errors()[0]?.message ?? "",
    assertionResults: [...module.children.allTests()].map(reportTest),
  };
}

function reportTest(test: TestCase) {
  const { state, errors } = test.result();
  return {
    title: test.name,
    ancestorTitles: ancestorTitles(test),
    status: state,
    duration: test.diagnostic()?.duration,
    failureMessages: errors?.map(({ stack, message }) => stack ?? message) ?? [],
  };
}

function ancestorTitles(test: TestCase): string[] {
  const titles: string[] = [];
  let parent: TestSuite | TestModule = test.parent;
  while (parent.type === "suite") {
    titles.unshift(parent.name);
    ({ parent } = parent);
  }
  return titles;
}
