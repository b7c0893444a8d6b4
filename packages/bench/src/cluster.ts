import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrate, openDatabase } from "@jetwire/db";
import { startPostgres } from "@jetwire/launcher";
import { createLogger } from "@jetwire/runtime";
import { createRandom } from "@jetwire/simulator";
import {
  doFault,
  type FaultFigures,
  faultNames,
  openClusterWorld,
  type Verdict,
  verdictOf,
} from "@jetwire/testbed";
import { median, printTable } from "./report.ts";

const clusterHelp = `Usage: npm run bench -- cluster [options]

All of Jetwire, each worker twice, on a Redis Cluster of three masters and three replicas on this
machine; a master is lost under load, round after round: killed, killed with what its replica never
had, frozen. What became of every message, and how long until everything flowed again.

Options:
  --rounds N        how many masters are lost (default 6)
  --seed N          which ones, and how the first rounds are shuffled (default 20261121)
  --rate N          messages offered a second (default 200)
  --node-timeout N  ms of silence after which Redis takes a node for dead (default 1500)
  --json            one JSON document instead of tables
  --help            this text
`;

interface ClusterBenchOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly rate: number;
  readonly nodeTimeoutMs: number;
}

/** @returns the exit code: 1 when anything was lost. */
export async function runCluster(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string", default: "6" },
      seed: { type: "string", default: "20261121" },
      rate: { type: "string", default: "200" },
      "node-timeout": { type: "string", default: "1500" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const options: ClusterBenchOptions = {
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    rate: Number(values.rate),
    nodeTimeoutMs: Number(values["node-timeout"]),
  };
  if (values.help || !Object.values(options).every((n) => Number.isInteger(n) && n > 0)) {
    process.stdout.write(clusterHelp);
    return values.help ? 0 : 2;
  }
  const loadBefore = loadavg()[0];
  const { rounds, totals } = await measure(options);
  const environment = { node: process.version, loadBefore, loadAfter: loadavg()[0] };
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ bench: "cluster", environment, parameters: options, rounds, totals })}\n`); // prettier-ignore
  } else {
    print(options, rounds, totals);
  }
  const { unaccounted, storedTwice, unaccountedByLedgers, feedMissing, feedOutOfOrder } = totals;
  return unaccounted + storedTwice + unaccountedByLedgers + feedMissing + feedOutOfOrder === 0
    ? 0
    : 1;
}

async function measure({ rounds, seed, rate, nodeTimeoutMs }: ClusterBenchOptions) {
  await using stack = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), "jetwire-bench-"));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const { url } = stack.use(await startPostgres({ dir: directory, port: 0, log: () => {} }));
  await migrate(url);
  const database = stack.use(openDatabase(url, { log: createLogger("bench", "silent"), max: 4 }));
  const servers = stack.use(
    await openClusterWorld({
      ratePerSecond: rate,
      nodeTimeoutMs,
      database: { url, database, namespace: "bench" },
    }),
  );
  const random = createRandom(seed, "cluster");
  const done: FaultFigures[] = [];
  for (let round = 0; round < rounds; round++) {
    const fault = faultNames[round % faultNames.length] ?? "killed";
    const figures = await doFault(servers, fault, random.pick(await servers.cluster.masters()));
    done.push(figures);
    process.stderr.write(`round ${round + 1}: ${fault}, ${Math.round(figures.flowsAgainMs)} ms\n`);
  }
  return { rounds: done, totals: await verdictOf(servers) };
}

function print(
  { rate, seed, nodeTimeoutMs }: ClusterBenchOptions,
  rounds: readonly FaultFigures[],
  totals: Verdict,
): void {
  process.stdout.write(
    `\ncluster: ${rate} messages/s, seed ${seed}, a node is dead after ${nodeTimeoutMs} ms of silence\n`,
  );
  printTable([
    ["master", "replaced after ms", "everything flows after ms", "bytes lost"],
    ...rounds.map(({ fault, replacedMs, flowsAgainMs, bytesLost }) => [
      fault,
      Math.round(replacedMs),
      Math.round(flowsAgainMs),
      bytesLost,
    ]),
  ]);
  const flows = Math.round(median(rounds.map(({ flowsAgainMs }) => flowsAgainMs)));
  process.stdout.write(`median until everything flows: ${flows} ms\n\n`);
  printTable([["what became of them", "messages"], ...Object.entries(totals)]);
}
