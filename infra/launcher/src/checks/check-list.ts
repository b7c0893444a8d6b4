/** One check of `npm test`. */
export interface Check {
  readonly name: string;
  /** Arguments of pnpm: a tool of the workspace by `exec`, or a script in every package. */
  readonly args: readonly string[];
  readonly minutesMax: number;
}

/** Where the test runner leaves its report, from the root of the clone. */
export const testReport = ".test-report.json";

/** The checks whose exit code says it all, the quickest first. */
export const plainChecks: readonly Check[] = [
  { name: "format", args: ["exec", "oxfmt", "--check", "."], minutesMax: 2 },
  { name: "lint", args: ["exec", "oxlint", "--type-aware", "--deny-warnings"], minutesMax: 5 },
  {
    name: "types",
    args: ["-r", "--no-sort", "--no-bail", "--aggregate-output", "run", "types"],
    minutesMax: 10,
  },
  { name: "dead code", args: ["exec", "knip"], minutesMax: 5 },
];

/** The tests, whose report is counted. */
export const testCheck: Check = {
  name: "tests",
  args: [
    "exec",
    "vitest",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${testReport}`,
  ],
  minutesMax: 45,
};
