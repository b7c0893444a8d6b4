import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";
import { testReport } from "./check-list.ts";

const root = join(import.meta.dirname, "../../../..");

/**
 * Writes the report of a test run in Jest's form. Vitest's own has neither the time that a file took
 * with its set-up nor the errors that belong to no test.
 */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const testResults = modules.map(reportFile);
    const report = { testResults, unhandledErrors: unhandledErrors.length };
    writeFileSync(join(root, testReport), JSON.stringify(report));
  }
}

function reportFile(module: TestModule) {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    name: module.moduleId,
    status: module.ok() ? "passed" : "failed",
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
