import { dirname, join } from "node:path";
import { importAirframes as writeAirframes } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { showProgress } from "../feed/progress.ts";
import { readFaaModels } from "../import/airframe-registers/faa.ts";
import { recogniseRegister } from "../import/airframe-registers/index.ts";
import type { ModelsByCode } from "../import/airframe-registers/register.ts";
import { type AirframesSink, importAirframes } from "../import/import-airframes.ts";
import { openDirectory } from "../import/open-directory.ts";
import { peekLine } from "../import/peek.ts";
import { summaryOf, summaryText } from "../import/summary.ts";
import { unpack } from "../import/unpack.ts";
import { openInput } from "../input.ts";
import { withOpenDatabase } from "../with-database.ts";

const Options = z.object({ models: z.string().optional(), dryRun: z.boolean().default(false) });

const examples = `
The file is recognised by its first line: aircraft.csv of tar1090-db, aircraftDatabase.csv of OpenSky,
MASTER.txt of the FAA's registry (models from ACFTREF.txt beside it), or any CSV whose header names
icao24 or registration, and typecode, manufacturer, model, owner, operator, military as it has them;
gzip is unpacked. Airframes that were heard keep their ids and gain the details; of the FAA's
registrants only organisations are named. Running it again changes nothing.

Examples:
  jetwire import airframes aircraft.csv.gz
  jetwire import airframes MASTER.txt --models ACFTREF.txt --dry-run
  zcat list.csv.gz | jetwire import airframes -`;

export function addImportAirframes(imports: Command, answering: Answering): void {
  imports
    .command("airframes")
    .argument("<file>", "a register of airframes as CSV, also gzip's; - for standard input")
    .option("--models <file>", "the FAA's ACFTREF.txt (default: the one beside the file)")
    .option("--dry-run", "read all of it and write nothing")
    .description("add what a register knows of airframes")
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
    throw new CliError("usage", "this is no register of airframes that is known (see --help)");
  }
  using progress = showProgress(call.terminal.stderr, input.size);
  const taken = await withSink(call, dryRun, (sink) =>
    importAirframes(stream, register, sink, (rows) => progress.update(bytes, rows)),
  );
  const { rows, added, changed, learned, seconds, refusals } = taken;
  const summary = summaryOf(register.name, rows, refusals, dryRun);
  const done = `${added} airframes added, ${changed} changed, ${learned} tails told to ingest in ${seconds} s`;
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
  await using directory = await openDirectory(servers);
  return await withOpenDatabase(servers, (queries) =>
    work({
      write: (batch) => queries((sql) => writeAirframes(sql, batch)),
      learn: (pairs) => directory.learn(pairs),
    }),
  );
}

/** Without them the airframes come without manufacturer and model. */
async function readModels(
  call: Call,
  file: string,
  given: string | undefined,
): Promise<ModelsByCode> {
  const path = given ?? (file === "-" ? null : join(dirname(file), "ACFTREF.txt"));
  const input = path === null ? null : await openInput(call.terminal, path).catch(absent);
  if (input === null) return new Map();
  const models = await readFaaModels(await unpack(input.stream, () => {}));
  if (models === null) throw new CliError("usage", `${path} is not the FAA's ACFTREF.txt`);
  return models;

  function absent(error: unknown): null {
    if (given !== undefined) throw error;
    return null;
  }
}
