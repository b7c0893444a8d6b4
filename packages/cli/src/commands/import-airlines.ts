import { importAirlines } from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { recogniseAirlines } from "../import/airline-lists.ts";
import { readAirlines } from "../import/import-airlines.ts";
import { peekLine } from "../import/peek.ts";
import { summaryOf, summaryText } from "../import/summary.ts";
import { unpack } from "../import/unpack.ts";
import { openInput } from "../input.ts";
import { withDatabase } from "../with-database.ts";

const Options = z.object({
  replace: z.boolean().default(false),
  dryRun: z.boolean().default(false),
});

const examples = `
airlines.dat of OpenFlights, or a CSV whose header names icao, and iata, name, active as it has them.
The codes decide which flight UA123 and UAL123 are; ingest and REST take new ones up within minutes,
messages stored before keep the spelling they got.

Examples:
  jetwire import airlines airlines.dat
  jetwire import airlines ours.csv --replace`;

export function addImportAirlines(imports: Command, answering: Answering): void {
  imports
    .command("airlines")
    .argument("<file>", "a list of airlines as CSV, also gzip's; - for standard input")
    .option("--replace", "airlines that aren't in the list go")
    .option("--dry-run", "read all of it and write nothing")
    .description("add airlines and their codes")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const { replace, dryRun } = call.options(Options);
  const { stream: packed } = await openInput(call.terminal, call.args[0] ?? "-");
  const { firstLine, stream } = await peekLine(await unpack(packed, () => {}));
  const list = recogniseAirlines(firstLine);
  if (list === null) {
    throw new CliError("usage", "this is no list of airlines that is known (see --help)");
  }
  const { airlines, rows, refusals } = await readAirlines(stream, list);
  if (airlines.length === 0) {
    throw new CliError("usage", "there is no airline with an ICAO code in it");
  }
  const written = dryRun
    ? 0
    : await withDatabase(call.servers(), (sql) => importAirlines(sql, airlines, replace));
  const summary = summaryOf(list.name, rows, refusals, dryRun);
  return {
    value: { ...summary, written },
    text: summaryText(summary, `${written} airlines written`),
  };
}
