import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type Command, parseOptions } from "@jetwire/command-line";
import { z } from "zod";
import { reportedBenches } from "./benches.ts";
import { keepLastOutput } from "../last-output.ts";
import { BenchDocument, type Measured, pageOf } from "./page.ts";

const names = Object.keys(reportedBenches);
const Options = z.object({
  into: z.string().min(1),
  quick: z.boolean().default(false),
  only: z
    .string()
    .default(names.join(","))
    .transform((list) => list.split(",").map((name) => name.trim()))
    .pipe(z.array(z.enum(names, { error: `must be names among ${names.join(", ")}` }))),
});
type Options = z.infer<typeof Options>;

const benchMsMax = 60 * 60_000;
const program = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Adds the command `all`. */
export function addAllBench(parent: Command): void {
  parent
    .command("all")
    .summary("benchmarks one after another, and one page of what they measured")
    .description(
      `Runs benchmarks one after another, and writes what each measured into a folder: NAME.json, and index.html, a page of all of them that is complete after each. A benchmark that fails is shown with its last output; the exit code is 1 then. Benchmarks: ${names.join(", ")}.`,
    )
    .option(
      "--into <folder>",
      "folder of the report; results of an earlier run stay",
      ".data/bench-report",
    )
    .option("--only <list>", "names of benchmarks, separated by commas; by default all")
    .option("--quick", "short steps and few sockets: to see that all work, not for figures")
    .action(async (given: Record<string, unknown>) => await run(parseOptions(Options, given)));
}

async function run({ into, quick, only }: Options): Promise<void> {
  const folder = resolve(into);
  mkdirSync(folder, { recursive: true });
  let failed = 0;
  for (const [index, name] of only.entries()) {
    const bench = reportedBenches[name];
    if (bench === undefined) continue;
    process.stderr.write(`${index + 1} of ${only.length}: ${name}\n`);
    const argv = [...bench.argv, ...(quick ? bench.quick : []), "--json"];
    const { result, output } = await measure(argv);
    if ("failure" in result) failed++;
    writeFileSync(join(folder, `${name}.json`), output);
    const earlier = names.filter((one) => one !== name).map((one) => readResult(folder, one));
    const all = [...earlier.filter((one) => one !== null), { name, result }];
    const ordered = names.flatMap((one) => all.filter((each) => each.name === one));
    writeFileSync(join(folder, "index.html"), pageOf(ordered, "Benchmarks of Jetwire"));
  }
  process.stdout.write(`${join(folder, "index.html")}\n`);
  if (failed > 0) process.exitCode = 1;
}

async function measure(
  argv: readonly string[],
): Promise<{ result: Measured["result"]; output: string }> {
  const child = spawn(process.execPath, [program, ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: benchMsMax,
  });
  child.stderr.pipe(process.stderr, { end: false });
  const errors = keepLastOutput(child.stderr);
  const ended = new Promise<string>((resolveEnd) => {
    child.once("close", (code, signal) => resolveEnd(signal ?? `status ${code}`));
  });
  const [output, end] = await Promise.all([text(child.stdout), ended]);
  const result = readDocument(output);
  if (end === "status 0" && result !== null) return { result, output };
  const reason =
    end === "status 0" ? "printed something else than one JSON document" : `ended with ${end}`;
  const failure = `bench ${argv.join(" ")} ${reason}\n${errors()}`;
  return { result: { failure }, output: JSON.stringify({ failure }) };
}

/** Returns what an earlier run of a benchmark measured, or null. */
function readResult(folder: string, name: string): Measured | null {
  try {
    const output = readFileSync(join(folder, `${name}.json`), "utf8");
    const failed = z.object({ failure: z.string() }).safeParse(JSON.parse(output));
    const result = failed.success ? failed.data : readDocument(output);
    return result === null ? null : { name, result };
  } catch {
    return null;
  }
}

function readDocument(output: string): Measured["result"] | null {
  try {
    return BenchDocument.parse(JSON.parse(output));
  } catch {
    return null;
  }
}
