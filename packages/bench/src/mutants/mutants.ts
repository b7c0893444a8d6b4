import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { type Command, parseOptions } from "@jetwire/command-line";
import { applyMutant, type Mutant, mutants } from "@jetwire/testbed";
import { z } from "zod";
import { printTable } from "../report.ts";
import { runTests } from "./run-tests.ts";
import { makeWorkTree } from "./work-tree.ts";

const description =
  "Breaks one guarantee after another in a scratch work tree of the latest commit, and runs the tests that should notice it. A mutant is killed if one of them fails, and survives if all pass. Tests that fail without a mutant prove nothing and are listed. The exit code is 1 unless all mutants are killed.";

const Options = z.object({
  json: z.boolean().default(false),
  only: z.string().optional(),
});

/** `unproven`: its tests fail without it, too. `error`: the tests did not run. */
type Status = "killed" | "survived" | "unproven" | "error";

interface MutantResult {
  readonly name: string;
  readonly guarantee: string;
  readonly status: Status;
  /** The first test that failed, or why nothing was run. */
  readonly detail: string;
  readonly seconds: number;
}

const runMsMax = 300_000;
const baselineMsMax = 1_800_000;

/** Adds the command `mutants`. */
export function addMutantsBench(program: Command): void {
  program
    .command("mutants")
    .summary("seeded faults in the code: which ones do the tests notice")
    .description(description)
    .option("--only <texts>", "only mutants whose name contains one of these, separated by commas")
    .option("--json", "print one JSON document instead of a table (use npm run --silent)")
    .action(async (given: Record<string, unknown>) => run(parseOptions(Options, given)));
}

async function run({ json, only = "" }: z.infer<typeof Options>): Promise<void> {
  const texts = only.split(",");
  const chosen = mutants.filter(({ name }) => texts.some((text) => name.includes(text)));
  await using tree = await makeWorkTree();
  const red = await testsThatFail(tree.dir, chosen);
  const results: MutantResult[] = [];
  for (const mutant of chosen) {
    const result = await tryMutant(tree.dir, mutant, red);
    results.push(result);
    process.stderr.write(`${result.status.padEnd(9)} ${result.seconds} s  ${result.name}\n`);
  }
  if (json) process.stdout.write(`${JSON.stringify({ bench: "mutants", results })}\n`);
  else print(results);
  if (results.some(({ status }) => status !== "killed")) process.exitCode = 1;
}

function print(results: readonly MutantResult[]): void {
  printTable([
    ["mutant", "result", "s", "noticed by"],
    ...results.map(({ name, status, seconds, detail }) => [name, status, seconds, detail]),
  ]);
  const count = (wanted: Status) => results.filter(({ status }) => status === wanted).length;
  process.stdout.write(
    `\n${results.length} mutants: ${count("killed")} killed, ${count("survived")} survived, ` +
      `${count("unproven")} unproven, ${count("error")} errors\n`,
  );
  for (const { name, guarantee, status } of results) {
    if (status === "survived") process.stdout.write(`survived: ${name} (${guarantee})\n`);
  }
}

/** Runs all tests without a mutant. @returns the files of those that fail twice */
async function testsThatFail(dir: string, chosen: readonly Mutant[]): Promise<ReadonlySet<string>> {
  let red = [...new Set(chosen.flatMap(({ tests }) => tests))];
  // Twice, because a busy machine may have failed one.
  for (let time = 0; time < 2 && red.length > 0; time++) {
    const { report } = await runTests(dir, red, baselineMsMax);
    const passed = new Set(report?.passed);
    red = red.filter((file) => !passed.has(file));
  }
  if (red.length > 0) process.stderr.write(`failing without a mutant: ${red.join(", ")}\n`);
  return new Set(red);
}

async function tryMutant(
  dir: string,
  mutant: Mutant,
  red: ReadonlySet<string>,
): Promise<MutantResult> {
  const { name, guarantee, file, tests } = mutant;
  const began = performance.now();
  const result = (status: Status, detail: string): MutantResult => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    return { name, guarantee, status, detail, seconds };
  };
  const usable = tests.filter((test) => !red.has(test));
  if (usable.length === 0) return result("unproven", `failing without it: ${tests.join(", ")}`);
  const path = join(dir, file);
  const text = await readFile(path, "utf8");
  try {
    await writeFile(path, applyMutant(mutant, text));
    const { report, timedOut } = await runTests(dir, [...usable, "--bail=1"], runMsMax);
    if (timedOut) return result("killed", "the tests did not end");
    if (report === null) return result("error", "the tests did not run");
    return report.failed === null ? result("survived", "") : result("killed", report.failed);
  } catch (error) {
    return result("error", error instanceof Error ? error.message : String(error));
  } finally {
    await writeFile(path, text);
  }
}
