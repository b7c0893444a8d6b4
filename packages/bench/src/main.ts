import process from "node:process";
import { Command, parseOptions, runCommandLine, wholeNumber } from "@jetwire/command-line";
import { z } from "zod";
import { addAllBench } from "./all/all.ts";
import { runAlertMatching } from "./alerts.ts";
import { runBeside } from "./beside.ts";
import { runBytes } from "./bytes.ts";
import { addClusterBench } from "./cluster.ts";
import { addFanoutBenches } from "./fanout/fanout-options.ts";
import { runFanout } from "./fanout/run-fanout.ts";
import { runFuzz } from "./fuzz/run-fuzz.ts";
import { addMutantsBench } from "./mutants/mutants.ts";
import { runParsing } from "./parse.ts";
import { runPersisting } from "./persist.ts";
import { runPipeline } from "./pipeline/pipeline.ts";
import { runHf } from "./hf/hf.ts";
import { printSections, type Section } from "./report.ts";
import { addRigBench } from "./rig.ts";
import { AcarsHubFolder } from "./rates/acars-hub.ts";
import { runRates } from "./rates/rates.ts";
import { CheckoutFolder, runVersions } from "./rates/versions.ts";
import { runRelay } from "./relay/relay.ts";
import { runReplicas } from "./replicas/replicas.ts";
import { runRest } from "./rest/rest.ts";
import { runRoutes } from "./routes/routes.ts";
import { runTraces } from "./traces/traces.ts";
import { runWatches } from "./watches/watches.ts";

const description = `Benchmarks. Each measures Jetwire beside its limit in the same run, because machines differ and ratios count.`;

const count = wholeNumber(1, Number.MAX_SAFE_INTEGER);
const counts = listUpTo(Number.MAX_SAFE_INTEGER);
const json = z.boolean().default(false);
const None = z.object({ json });
const Pipeline = z.object({ json, seconds: count, rates: counts, portBase: count });
const Bytes = z.object({ json, rows: count });
const Beside = z.object({ json, lines: count, stored: count, rate: count, portBase: count });
const Rates = Pipeline.extend({
  rounds: count,
  random: z.boolean().default(false),
  oneProcess: z.boolean().default(false),
  acarsHub: AcarsHubFolder.optional(),
});
const Versions = Pipeline.extend({
  rounds: count,
  oneProcess: z.boolean().default(false),
  before: CheckoutFolder,
});
const Fuzz = z.object({ json, inputs: count, seed: count });
const Traces = z.object({ json, seconds: count, rounds: count, rate: count });
const Relay = z.object({ json, seconds: count, outageLines: wholeNumber(0, 10_000_000) });
const Routes = z.object({
  json,
  traffic: count,
  rate: count,
  airframes: count,
  facts: count,
  seconds: count,
  rounds: count,
  portBase: count,
});
const Watches = z.object({
  json,
  seconds: count,
  rate: count,
  sockets: count,
  filters: count,
  portBase: count,
});
const Hf = z.object({
  json,
  seconds: count,
  changeSeconds: count,
  channels: count,
  portBase: count,
});
const Replicas = z.object({
  json,
  seconds: count,
  rounds: count,
  rate: count,
  replicas: listUpTo(4),
  portBase: count,
});
const Rest = z.object({ json, seconds: count, rounds: count, rows: counts });

const program = new Command("bench").description(description);
add("parse", "reading decoder objects, beside JSON.parse alone").action(
  print("parse", None, async () => [runParsing()]),
);
add(
  "alerts",
  "comparing messages with alert rules as the persister does, beside JSON.parse of the same messages",
).action(print("alerts", None, async () => [runAlertMatching()]));
add(
  "persist",
  "storing batches as the persister does, beside a bare INSERT of the same rows",
).action(print("persist", None, async () => [await runPersisting()]));
add("bytes", "what a stored message takes on the disk, by table and index")
  .option("--rows <n>", "messages to store", "200000")
  .action(print("bytes", Bytes, runBytes));
addWithInstance(
  "pipeline",
  "all of Jetwire on this machine, from datagram to Postgres and a feed client; then parse and persist",
)
  .option("--seconds <n>", "length of each step", "20")
  .option("--rates <list>", "offered messages per second, step by step", "500,2000,4000,5000,6000")
  .action(
    print("pipeline", Pipeline, async (options) => [
      ...(await runPipeline(options)),
      runParsing(),
      await runPersisting(),
    ]),
  );
addWithInstance(
  "rates",
  "CPU, calls of Redis, commits of Postgres and latency of a message at the rates of real networks, and at rest",
)
  .option("--seconds <n>", "length of each step", "20")
  .option("--rounds <n>", "rounds of each rate; medians are reported", "3")
  .option("--rates <list>", "offered messages per second", "25,100,500,2000")
  .option("--random", "offer messages at random times, as many stations do, and not evenly")
  .option("--one-process", "run all services in one process")
  .option("--acars-hub <folder>", "measure ACARS Hub beside, from a checkout with a built backend")
  .action(print("rates", Rates, runRates));
addWithInstance(
  "versions",
  "this version and another one at the same time: CPU and latency of a message, CPU at rest, memory",
)
  .requiredOption("--before <folder>", "checkout of the other version, with its dependencies")
  .option("--seconds <n>", "length of each step", "16")
  .option("--rounds <n>", "rounds of each rate; medians are reported", "5")
  .option("--rates <list>", "messages per second that each is offered", "25,100,500")
  .option("--one-process", "run all services of each in one process")
  .action(print("versions", Versions, runVersions));
addWithInstance(
  "replicas",
  "what a message costs with several processes of ingest, of persister and of fanout",
)
  .option("--seconds <n>", "length of each step", "15")
  .option("--rounds <n>", "steps for each number of processes; medians are reported", "3")
  .option("--rate <n>", "offered messages per second", "1000")
  .option("--replicas <list>", "numbers of processes of each of them, at most 4", "1,2,4")
  .action(print("replicas", Replicas, runReplicas));
addWithInstance(
  "beside",
  "latency of live messages while stored ones are read again, facts are made again and old messages are imported",
)
  .option("--lines <n>", "lines to import", "1000000")
  .option("--stored <n>", "messages that are stored before", "50000")
  .option("--rate <n>", "live messages per second", "25")
  .action(print("beside", Beside, runBeside));
add(
  "rest",
  "by-id reads and a flight's messages, beside bare Express and postgres.js; then as the table grows",
)
  .option("--seconds <n>", "length of each round", "20")
  .option("--rounds <n>", "rounds of each contestant", "5")
  .option("--rows <list>", "rows of the table, step by step", "100000,1000000")
  .action(print("rest", Rest, runRest));
add(
  "traces",
  "what traces cost: without the code, not configured, of one message of 1,000, and of every message",
)
  .option("--seconds <n>", "length of each step", "8")
  .option("--rounds <n>", "steps of each contestant, in turn", "6")
  .option("--rate <n>", "offered messages per second", "1000")
  .action(print("traces", Traces, runTraces));
add(
  "fuzz",
  "hostile inputs for all parsers, ingest over HTTP, REST's routes and the gateway's events: crashes, the worst input, memory",
)
  .option("--inputs <n>", "number of inputs", "20000")
  .option("--seed <n>", "makes the same inputs again", "20261121")
  .action(print("fuzz", Fuzz, runFuzz));
addWithInstance("routes", "how right, how fresh and how fast the routes of callsigns are answered")
  .option("--traffic <n>", "seconds for which a simulated network sends", "120")
  .option("--rate <n>", "receptions per second that it sends", "200")
  .option("--airframes <n>", "airframes that it has", "300")
  .option("--facts <n>", "flights with facts when look-ups are measured", "1000000")
  .option("--seconds <n>", "length of each round of look-ups", "10")
  .option("--rounds <n>", "rounds of look-ups", "3")
  .action(print("routes", Routes, runRoutes));
add("relay", "messages per second, memory and sent bytes of the program on a feeder's machine")
  .option("--seconds <n>", "how long it gets few messages, before its memory is read", "20")
  .option("--outage-lines <n>", "only measure an outage during which so many lines come", "0")
  .action(print("relay", Relay, runRelay));
addWithInstance(
  "hf",
  "a receiver of HFDL that follows /v1/hf/active, beside one with fixed channels",
)
  .option("--seconds <n>", "seconds for which a simulated network sends", "210")
  .option("--change-seconds <n>", "how long ground stations stay on their frequencies", "30")
  .option("--channels <n>", "channels that a receiver can listen to", "8")
  .action(print("hf", Hf, async (options) => [await runHf(options)]));
addWithInstance("watches", "what a message costs while clients watch narrow filters, beside none")
  .option("--seconds <n>", "length of each step", "20")
  .option("--rate <n>", "offered messages per second", "1000")
  .option("--sockets <n>", "connections of clients, with ten watches each", "1000")
  .option("--filters <n>", "different filters among the watches, at most 1000", "1000")
  .action(print("watches", Watches, runWatches));
addAllBench(program);
addFanoutBenches(program, runFanout);
addClusterBench(program);
addRigBench(program);
addMutantsBench(program);

// A benchmark that failed sets the exit code itself.
process.exitCode =
  (await runCommandLine(program, process.argv.slice(2), process)) || process.exitCode;

/** Reads whole numbers that are separated by commas. */
function listUpTo(max: number) {
  const one = wholeNumber(1, max);
  return z.string().transform((list, context) =>
    list.split(",").map((text) => {
      const result = one.safeParse(text);
      if (result.success) return result.data;
      context.addIssue(`must be whole numbers from 1 to ${max}, separated by commas`);
      return z.NEVER;
    }),
  );
}

function add(name: string, text: string): Command {
  return program
    .command(name)
    .description(text)
    .option("--json", "print one JSON document instead of tables (use npm run --silent)");
}

/** Adds a benchmark that starts a whole instance. */
function addWithInstance(name: string, text: string): Command {
  const option = "first port of the instance that is started";
  return add(name, text).option("--port-base <n>", option, "23000");
}

/** Returns an action that runs a benchmark and prints its sections. */
function print<Schema extends z.ZodType<{ json: boolean }>>(
  bench: string,
  schema: Schema,
  run: (options: z.infer<Schema>) => Promise<Section[]>,
) {
  return async (given: Record<string, unknown>): Promise<void> => {
    const options = parseOptions(schema, given);
    await printSections(bench, options, () => run(options));
  };
}
