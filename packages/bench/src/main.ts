import { parseArgs } from "node:util";
import { runCluster } from "./cluster.ts";
import { isFanoutBench } from "./fanout/fanout-options.ts";
import { runFanout } from "./fanout/run-fanout.ts";
import { runParsing } from "./parse.ts";
import { runPersisting } from "./persist.ts";
import { runPipeline } from "./pipeline/pipeline.ts";
import { printSections, readMachine, type Section } from "./report.ts";
import { runRest } from "./rest/rest.ts";

const help = `Usage: npm run bench -- <bench> [options]

Benches, each beside its limit in the same run (machines differ, so ratios count):
  parse      reading decoders' objects, beside JSON.parse alone
  persist    storing batches as the persister does, beside a bare INSERT … unnest of the same rows
  pipeline   the whole of Jetwire on this machine: datagram to Postgres and to a feed client;
             throughput, CPU a message by process, latency; then parse and persist
  rest       by-id reads and a flight's messages, beside bare Express and postgres.js asking the
             same; then as the table grows
  firehose, idle, rooms, gateways, hostile
             what fan-out to many sockets costs, beside Socket.IO with its stock adapter; options of
             their own: npm run bench -- firehose --help
  cluster    a Redis Cluster whose masters are lost under load: messages unaccounted for, time until
             everything flows again; options of its own: npm run bench -- cluster --help

Options:
  --seconds N   how long each measured step lasts (default 20)
  --rates LIST  offered messages a second, step by step (default 500,2000,4000,5000,6000)
  --rounds N    rounds of rest, of each contestant (default 5)
  --rows LIST   rows of rest's table, step by step (default 100000,1000000)
  --port-base N ports of the instance that pipeline starts (default 23000)
  --json        one JSON document instead of tables
  --help        this text
`;

interface Options {
  readonly seconds: number;
  readonly rates: readonly number[];
  readonly rounds: number;
  readonly rows: readonly number[];
  readonly portBase: number;
}

const benches = {
  parse: async () => [runParsing()],
  persist: async () => [await runPersisting()],
  pipeline: async (options: Options) => [
    ...(await runPipeline(options)),
    runParsing(),
    await runPersisting(),
  ],
  rest: runRest,
} satisfies Record<string, (options: Options) => Promise<Section[]>>;

const args = process.argv.slice(2);
if (isFanoutBench(args[0])) process.exitCode = await runFanout(args);
else if (args[0] === "cluster") process.exitCode = await runCluster(args.slice(1));
else await runOthers();

async function runOthers(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: "string", default: "20" },
      rates: { type: "string", default: "500,2000,4000,5000,6000" },
      rounds: { type: "string", default: "5" },
      rows: { type: "string", default: "100000,1000000" },
      "port-base": { type: "string", default: "23000" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });

  const seconds = positive("--seconds", values.seconds);
  const rates = values.rates.split(",").map((rate) => positive("--rates", rate));
  const rounds = positive("--rounds", values.rounds);
  const rows = values.rows.split(",").map((count) => positive("--rows", count));
  const portBase = positive("--port-base", values["port-base"]);

  const [bench = ""] = positionals;
  if (values.help) return void process.stdout.write(help);
  const run = Object.hasOwn(benches, bench) ? benches[bench as keyof typeof benches] : undefined;
  if (run === undefined) {
    process.stderr.write(`which bench?\n\n${help}`);
    process.exitCode = 2;
    return;
  }
  const machine = readMachine();
  const options = { seconds, rates, rounds, rows, portBase };
  printSections(bench, options, machine, await run(options), values.json);
}

function positive(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  process.stderr.write(`${option}: '${text}' is not a positive whole number\n`);
  process.exit(2);
}
