import { startRedis } from "@jetwire/launcher";
import { startDeployment } from "@jetwire/testbed";
import { startBenchDatabase } from "../bench-database.ts";
import type { Section } from "../report.ts";
import { messageTexts } from "../simulated-messages.ts";
import { parserTargets } from "./fuzz-parsers.ts";
import { serviceTargets } from "./fuzz-services.ts";
import { createFuzzing, type Fuzzing, type FuzzResult } from "./fuzz-target.ts";

export interface FuzzOptions {
  readonly inputs: number;
  readonly seed: number;
}

const texts = 2_000;
const rounds = 10;
const startMs = Date.UTC(2026, 0, 1);

/**
 * Runs fuzzed inputs over all parsers in this process, and over the services of a deployment in this
 * process by their ports. Sets the exit code to 1 after a crash.
 */
export async function runFuzz({ inputs, seed }: FuzzOptions): Promise<Section[]> {
  await using stack = new AsyncDisposableStack();
  const bench = stack.use(await startBenchDatabase());
  const redis = stack.use(
    await startRedis({ dir: `${bench.folder}/redis`, port: 0, log: () => {} }),
  );
  const jetwire = stack.use(
    await startDeployment({
      gateways: 1,
      redisUrl: redis.url,
      database: { url: bench.url, database: bench.database, namespace: "fuzz" },
      environment: unlimited,
    }),
  );
  const simulated = messageTexts(texts, startMs);
  const targets = [...parserTargets(simulated), ...(await serviceTargets(jetwire, simulated))];
  const running = targets.map((target) => ({ target, fuzzing: createFuzzing(target, seed) }));

  const memory = [residentMb()];
  for (let round = 0; round < rounds; round++) {
    for (const { target, fuzzing } of running) {
      await fuzzing.run(Math.ceil((inputs * target.share) / rounds));
    }
    memory.push(residentMb());
  }
  const results = await resultsOf(running.map(({ fuzzing }) => fuzzing));
  if (results.some(({ crashes }) => crashes.length > 0)) process.exitCode = 1;
  return [resultSection(results, seed), memorySection(memory)];
}

/** All inputs come from one address, which would soon have none of its budgets left. */
const unlimited = {
  INGEST_ADDRESS_RATE_MAX: "10000000",
  INGEST_ADDRESS_BURST_MAX: "10000000",
  INGEST_STATION_RATE_MAX: "10000000",
  INGEST_STATION_BURST_MAX: "10000000",
  INGEST_BEHIND_SECONDS_MAX: "900000000",
};

async function resultsOf(running: readonly Fuzzing[]): Promise<FuzzResult[]> {
  const results: FuzzResult[] = [];
  for (const fuzzing of running) results.push(await fuzzing.result());
  return results;
}

function residentMb(): number {
  return Math.round(process.memoryUsage.rss() / 2 ** 20);
}

function resultSection(results: readonly FuzzResult[], seed: number): Section {
  const total = results.reduce((sum, { inputs }) => sum + inputs, 0);
  return {
    name: "fuzz",
    heading: `fuzz: ${total} inputs, seed ${seed}; CPU time of the main thread`,
    rows: [
      [
        "",
        "inputs",
        "MB",
        "crashes",
        "worst input",
        "bytes",
        "CPU µs",
        "doubled: bytes",
        "CPU µs",
        "ratio",
      ],
      ...results.map(({ name, inputs, bytes, crashes, worst, doubled }) => [
        name,
        inputs,
        Math.round(bytes / 1e6),
        crashes.length,
        `#${worst.input}`,
        worst.bytes,
        worst.cpuUs,
        doubled.bytes,
        doubled.cpuUs,
        doubled.ratio.toFixed(2),
      ]),
      ...results.flatMap(({ name, crashes }) =>
        crashes.map(({ input, error }) => [`CRASH ${name} #${input}: ${error}`]),
      ),
    ],
    figures: { seed, results },
  };
}

function memorySection(memory: readonly number[]): Section {
  return {
    name: "memory",
    heading: "resident memory of the process, MB, before and after each tenth of the inputs",
    rows: [["start", ...memory.slice(1).map((_, tenth) => `${tenth + 1}`)], memory],
    figures: { residentMb: memory },
  };
}
