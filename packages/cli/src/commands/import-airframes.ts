import { dirname, join } from "node:path";
import * as db from "@jetwire/db";
import { openStores } from "@jetwire/redis";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { showProgress } from "../progress.ts";
import { readFaaModels } from "../import/airframe-registers/faa.ts";
import { recogniseRegister } from "../import/airframe-registers/index.ts";
import type { ModelsByCode } from "../import/airframe-registers/register.ts";
import { type AirframesSink, importAirframes } from "../import/import-airframes.ts";
import { peekLine } from "../import/peek-line.ts";
import { recordedImport } from "../import/recorded-import.ts";
import { importSummaryOf, summaryText } from "../import/summary.ts";
import { unpack } from "../import/unpack.ts";
import { openInput } from "../input.ts";
import { connectRedis, withOpenDatabase } from "../connections.ts";

const Options = z.object({ models: z.string().optional(), dryRun: z.boolean().default(false) });

const examples = `
The first line decides the format: aircraft.csv of tar1090-db, aircraftDatabase.csv of OpenSky, MASTER.txt of
the FAA registry (with models from ACFTREF.txt in the same folder), or any CSV whose header names icao24 or
registration, and optionally typecode, manufacturer, model, owner, operator, military. Files may be
compressed by gzip. Known airframes keep their ids and gain details. Of FAA registrants only the names of
organisations are imported. Importing a file again changes nothing.

Examples:
  jetwire import airframes aircraft.csv.gz
  jetwire import airframes MASTER.txt --models ACFTREF.txt --dry-run
  zcat list.csv.gz | jetwire import airframes -`;

export function addImportAirframes(imports: Command, answering: Answering): void {
  imports
    .command("airframes")
    .argument("<file>", "register of airframes as CSV, may be gzipped, or - for standard input")
    .option(
      "--models <file>",
      "ACFTREF.txt of the FAA (default: the one in the folder of the file)",
    )
    .option("--dry-run", "Read the whole file and write nothing")
    .description("Import a register of airframes")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const { models, dryRun } = call.options(Options);
  const file = call.args[0] ?? "-";
  const input = await openInput(call.terminal, file);
  let bytes = 0;
  const unpacked = await unpack(input.stream, (length) => (bytes += length));
  const { firstLine, stream } = await peekLine(unpacked);
  const isFaa = recogniseRegister(firstLine, new Map())?.name === "FAA registry";
  const modelsByCode = isFaa ? await readModels(call, file, models) : new Map();
  const register = recogniseRegister(firstLine, modelsByCode);
  if (register === null) {
    throw new CliError("usage", "the file is not a known register of airframes (see --help)");
  }
  using progress = showProgress(call.terminal.stderr, input.size);
  const taken = await withSink(call, dryRun, (sink) =>
    importAirframes(stream, register, sink, (rows) => progress.update(bytes, rows)),
  );
  const { rows, added, changed, learned, seconds, refusals } = taken;
  const summary = importSummaryOf(register.name, rows, refusals, dryRun);
  const done = `${added} airframes added, ${changed} changed, ${learned} tails added to the directory of ingest in ${seconds} s`;
  return {
    value: { ...summary, added, changed, learned, seconds },
    text: summaryText(summary, done),
  };
}

async function withSink<T>(
  call: Call,
  dryRun: boolean,
  work: (sink: AirframesSink | null) => Promise<T>,
): Promise<T> {
  if (dryRun) return await work(null);
  const servers = call.servers();
  const { redisUrl, namespace } = servers;
  await using stack = new AsyncDisposableStack();
  const redis = redisUrl === null ? null : stack.use(await connectRedis(redisUrl));
  const directory = redis === null ? null : openStores(redis, namespace).airframes;
  return await withOpenDatabase(servers, (queries) =>
    recordedImport(queries, "airframes", (wrote) =>
      work({
        write: async (batch) => {
          const written = await queries((sql) => db.airframes.importRegister(sql, batch));
          wrote(written);
          return written;
        },
        // Without Redis, ingest learns the pairs from messages.
        learn: async (pairs) => (await directory?.learn(pairs)) ?? 0,
      }),
    ),
  );
}

/** Reads the models of the FAA, if there are any. */
async function readModels(
  call: Call,
  file: string,
  given: string | undefined,
): Promise<ModelsByCode> {
  const path = given ?? (file === "-" ? null : join(dirname(file), "ACFTREF.txt"));
  const input = path === null ? null : await openInput(call.terminal, path).catch(absent);
  if (input === null) return new Map();
  const models = await readFaaModels(await unpack(input.stream, () => {}));
  if (models === null)
    throw new CliError("usage", `--models: ${path} is not ACFTREF.txt of the FAA`);
  return models;

  function absent(error: unknown): null {
    if (given !== undefined) throw error;
    return null;
  }
}
