import type { RepositoryCheckResult } from "./run-check.ts";
import type { TestFile, TestReport } from "./test-report.ts";

/** A run of tests. */
export interface TestRun {
  readonly result: RepositoryCheckResult;
  /** Null if the run left none. */
  readonly report: TestReport | null;
  /** Paths of files that failed, and passed when they were run again alone. */
  readonly unsteady: readonly string[];
}

/** More files than these fail together because something is broken. */
const filesAgainMax = 5;

/**
 * Returns the paths of the files to run again: those that failed, unless they are many, or an error
 * belongs to no file.
 */
export function filesToRunAgain({ result, report }: TestRun): readonly string[] {
  if (report === null || report.unhandledErrors > 0 || result.reason !== "ended with 1") return [];
  const paths = report.files.filter(({ failed }) => failed > 0).map(({ path }) => path);
  return paths.length > filesAgainMax ? [] : paths;
}

/** Replaces what files found by what they found when they were run again. */
export function withSecondRun(first: TestRun, second: TestRun): TestRun {
  if (first.report === null || second.report === null) return first;
  const again = new Map(second.report.files.map((file) => [file.path, file]));
  // A file that found fewer tests than before has not shown that they pass.
  function latest(file: TestFile): TestFile {
    const later = file.failed > 0 ? again.get(file.path) : undefined;
    return later === undefined || later.found < file.found ? file : later;
  }
  const files = first.report.files.map(latest);
  const failedFirst = first.report.files.filter(({ failed }) => failed > 0);
  const seconds = first.result.seconds + second.result.seconds;
  return {
    result: { ...second.result, name: first.result.name, seconds },
    report: { files, unhandledErrors: second.report.unhandledErrors },
    unsteady: failedFirst.filter((file) => latest(file).failed === 0).map(({ path }) => path),
  };
}
