import * as db from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { recogniseAirlines } from "../import/airline-lists.ts";
import { readAirlines } from "../import/import-airlines.ts";
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
The file is airlines.dat of OpenFlights, or a CSV whose header names icao, and optionally iata, name and
active. The codes decide that UA123 and UAL123 are one flight. Ingest and REST use new codes within
minutes; stored messages keep their flight.

Examples:
  jetwire import airlines airlines.dat
  jetwire import airlines ours.csv --replace`;

export function addImportAirlines(imports: Command, answering: Answering): void {
  imports
    .command("airlines")
    .argument("<file>", "list of airlines as CSV, may be gzipped, or - for standard input")
    .option("--replace", "Remove airlines that are not in the list")
    .option("--dry-run", "Read the whole file and write nothing")
    .description("Import airlines and their codes")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const { replace, dryRun } = call.options(Options);
  const { stream: packed } = await openInput(call.terminal, call.args[0] ?? "-");
  const { firstLine, stream } = await peekLine(await unpack(packed, () => {}));
  const list = recogniseAirlines(firstLine);
  if (list === null) {
    throw new CliError("usage", "the file is not a known list of airlines (see --help)");
  }
  const { airlines, rows, refusals } = await readAirlines(stream, list);
  if (airlines.length === 0) {
    throw new CliError("usage", "the file contains no airline with an ICAO code");
  }
  const written = dryRun
    ? 0
    : await withDatabase(call.servers(), (sql) =>
        db.airlines.importList(sql, airlines, replace, operator()),
      );
  const summary = importSummaryOf(list.name, rows, refusals, dryRun);
  return {
    value: { ...summary, written },
    text: summaryText(summary, `${written} airlines written`),
  };
}
