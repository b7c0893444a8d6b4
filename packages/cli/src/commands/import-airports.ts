import * as db from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { readAirportFile, recogniseAirports } from "../import/import-airports.ts";
import { peekLine } from "../import/peek-line.ts";
import { importSummaryOf, summaryText } from "../import/summary.ts";
import { unpack } from "../import/unpack.ts";
import { openInput } from "../input.ts";
import { withDatabase } from "../connections.ts";
import { operator } from "../operator.ts";

const Options = z.object({
  replace: z.boolean().default(false),
  dryRun: z.boolean().default(false),
});

const examples = `
The file is airports.csv of OurAirports, or a CSV whose header names icao or iata, and name, latitude and
longitude, and optionally city and country (ISO 3166-1 alpha-2). Airports without an ICAO code of four letters
and without an IATA code are refused. A code of the list is taken from the airport that had it.

Examples:
  jetwire import airports airports.csv --dry-run
  jetwire import airports ours.csv --replace`;

export function addImportAirports(imports: Command, answering: Answering): void {
  imports
    .command("airports")
    .argument("<file>", "list of airports as CSV, may be gzipped, or - for standard input")
    .option("--replace", "Remove airports that are not in the list")
    .option("--dry-run", "Read the whole file and write nothing")
    .description("Import airports with their codes and positions")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const { replace, dryRun } = call.options(Options);
  const { stream: packed } = await openInput(call.terminal, call.args[0] ?? "-");
  const { firstLine, stream } = await peekLine(await unpack(packed, () => {}));
  const list = recogniseAirports(firstLine);
  if (list === null) {
    throw new CliError("usage", "the file is not a known list of airports (see --help)");
  }
  const { airports, rows, refusals } = await readAirportFile(stream, list);
  if (airports.length === 0) {
    throw new CliError("usage", "the file contains no airport with a code");
  }
  const written = dryRun
    ? 0
    : await withDatabase(call.servers(), (sql) =>
        db.airports.importList(sql, airports, replace, operator()),
      );
  const summary = importSummaryOf("airports", rows, refusals, dryRun);
  return {
    value: { ...summary, written },
    text: summaryText(summary, `${written} airports written`),
  };
}
