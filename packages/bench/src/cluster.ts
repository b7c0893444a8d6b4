import { loadavg } from "node:os";
import { type Command, parseOptions, wholeNumber } from "@jetwire/command-line";
import { createSeededRandom } from "@jetwire/simulator";
import {
  injectClusterFault,
  type FaultResult,
  faultNames,
  startClusterScenario,
  type ClusterResult,
  readClusterResult,
} from "@jetwire/testbed";
import { z } from "zod";
import { startBenchDatabase } from "./bench-database.ts";
import { median, printTable } from "./report.ts";

const description =
  "Runs all of Jetwire, each worker twice, on a Redis Cluster of three masters and three replicas on this machine. In each round a master is lost under load: killed, killed with data that its replica did not receive, or frozen. Shows the fate of every message and how long it took until everything flowed again. The exit code is 1 if anything was lost.";

const Options = z.object({
  json: z.boolean().default(false),
  rounds: wholeNumber(1, 1_000),
  seed: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  rate: wholeNumber(1, 100_000),
  nodeTimeout: wholeNumber(1, 600_000),
});
type ClusterOptions = z.infer<typeof Options>;

/** Adds the command `cluster`. */
export function addClusterBench(program: Command): void {
  program
    .command("cluster")
    .summary("loss of masters of a Redis Cluster under load")
    .description(description)
    .option("--rounds <n>", "number of masters to lose", "6")
    .option("--seed <n>", "chooses the masters and the order of the first rounds", "20261121")
    .option("--rate <n>", "offered messages per second", "200")
    .option("--node-timeout <ms>", "silence after which Redis considers a node failed", "1500")
    .option("--json", "print one JSON document instead of tables (use npm run --silent)")
    .action(async (given: Record<string, unknown>) => run(parseOptions(Options, given)));
}

async function run(options: ClusterOptions): Promise<void> {
  const loadBefore = loadavg()[0];
  const { rounds, totals } = await measure(options);
  if (options.json) {
    const environment = { node: process.version, loadBefore, loadAfter: loadavg()[0] };
    const { json: _json, nodeTimeout, ...others } = options;
    const parameters = { ...others, nodeTimeoutMs: nodeTimeout };
    const document = { bench: "cluster", environment, parameters, rounds, totals };
    process.stdout.write(`${JSON.stringify(document)}\n`);
  } else {
    print(options, rounds, totals);
  }
  const { unaccounted, storedTwice, unaccountedByLedgers, feedMissing, feedOutOfOrder } = totals;
  const lost = unaccounted + storedTwice + unaccountedByLedgers + feedMissing + feedOutOfOrder;
  if (lost > 0) process.exitCode = 1;
}

async function measure({ rounds, seed, rate, nodeTimeout: nodeTimeoutMs }: ClusterOptions) {
  await using stack = new AsyncDisposableStack();
  const { url, database } = stack.use(await startBenchDatabase({ max: 4 }));
  const servers = stack.use(
    await startClusterScenario({
      ratePerSecond: rate,
      nodeTimeoutMs,
      database: { url, database, namespace: "bench" },
    }),
  );
  const random = createSeededRandom(seed, "cluster");
  const done: FaultResult[] = [];
  for (let round = 0; round < rounds; round++) {
    const fault = faultNames[round % faultNames.length] ?? "killed";
    const figures = await injectClusterFault(
      servers,
      fault,
      random.pick(await servers.cluster.masters()),
    );
    done.push(figures);
    process.stderr.write(
      `round ${round + 1}: ${fault}, ${Math.round(figures.deliveringAgainMs)} ms\n`,
    );
  }
  return { rounds: done, totals: await readClusterResult(servers) };
}

function print(
  { rate, seed, nodeTimeout: nodeTimeoutMs }: ClusterOptions,
  rounds: readonly FaultResult[],
  totals: ClusterResult,
): void {
  process.stdout.write(
    `\ncluster: ${rate} messages/s, seed ${seed}, a node is dead after ${nodeTimeoutMs} ms of silence\n`,
  );
  printTable([
    ["master", "replaced after ms", "everything flows after ms", "bytes lost"],
    ...rounds.map(({ fault, replacedMs, deliveringAgainMs, bytesLost }) => [
      fault,
      Math.round(replacedMs),
      Math.round(deliveringAgainMs),
      bytesLost,
    ]),
  ]);
  const flows = Math.round(median(rounds.map(({ deliveringAgainMs }) => deliveringAgainMs)));
  process.stdout.write(`median until everything flows: ${flows} ms\n\n`);
  printTable([["what became of them", "messages"], ...Object.entries(totals)]);
}
