/** One check of `npm test`. */
export interface RepositoryCheck {
  readonly name: string;
  /** Arguments of pnpm: `exec` and a tool, or a script of every package. */
  readonly args: readonly string[];
  readonly minutesMax: number;
}

/** The test runner's report, relative to the clone's root. */
export const testReport = ".test-report.json";
/** The report of all tests, if files that failed were run again. */
export const firstTestReport = ".test-report-first.json";

/** The checks that pass or fail as a whole, fastest first. */
export const plainChecks: readonly RepositoryCheck[] = [
  { name: "format", args: ["exec", "oxfmt", "--check", "."], minutesMax: 2 },
  { name: "lint", args: ["exec", "oxlint", "--type-aware", "--deny-warnings"], minutesMax: 5 },
  { name: "types", args: ["run", "types"], minutesMax: 10 },
  { name: "dead code", args: ["exec", "knip"], minutesMax: 5 },
  { name: "words", args: ["run", "words"], minutesMax: 5 },
];

/** The tests, which are counted one by one. */
export const testCheck: RepositoryCheck = {
  name: "tests",
  args: [
    "exec",
    "vitest",
    "run",
    "--reporter=default",
    "--reporter=./infra/launcher/src/checks/run-reporter.ts",
  ],
  minutesMax: 70,
};
