import * as db from "@jetwire/db";
import type { Command } from "@jetwire/command-line";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Answering, Call } from "../command.ts";
import { dialectOf, readCells } from "../import/csv.ts";
import { importStations } from "../import/import-stations.ts";
import { peekLine } from "../import/peek-line.ts";
import { recordedImport } from "../import/recorded-import.ts";
import { stationColumns } from "../import/station-rows.ts";
import { importSummaryOf, summaryText } from "../import/summary.ts";
import { unpack } from "../import/unpack.ts";
import { openInput } from "../input.ts";
import { withOpenDatabase } from "../connections.ts";

const Options = z.object({ move: z.boolean().default(false), dryRun: z.boolean().default(false) });

const examples = `
The file is a CSV whose header names ident, and any of ${stationColumns.slice(1, 5).join(", ")},
${stationColumns.slice(5).join(", ")}. An empty cell changes nothing. Accounts must
exist. Stations of another account are moved only with --move.

Example:
  jetwire import stations stations.csv --dry-run`;

export function addImportStations(imports: Command, answering: Answering): void {
  imports
    .command("stations")
    .argument("<file>", "list of stations as CSV, may be gzipped, or - for standard input")
    .option("--move", "Also move stations of other accounts")
    .option("--dry-run", "Read the whole file and write nothing")
    .description("Import stations with their owners and positions")
    .addHelpText("after", examples)
    .action(answering(run));
}

async function run(call: Call) {
  const { move, dryRun } = call.options(Options);
  const { stream: packed } = await openInput(call.terminal, call.args[0] ?? "-");
  const { firstLine, stream } = await peekLine(await unpack(packed, () => {}));
  const dialect = dialectOf(firstLine);
  checkHeader(readCells(firstLine, dialect) ?? []);
  const taken = dryRun
    ? await importStations(stream, dialect, null)
    : await withOpenDatabase(call.servers(), (queries) =>
        recordedImport(queries, "stations", (wrote) =>
          importStations(stream, dialect, async (batch) => {
            const written = await queries((sql) => db.stations.importList(sql, batch, move));
            wrote(written);
            return written;
          }),
        ),
      );
  const { rows, added, changed, refusals } = taken;
  const summary = importSummaryOf("stations", rows, refusals, dryRun);
  return {
    value: { ...summary, added, changed },
    text: summaryText(summary, `${added} stations added, ${changed} changed`),
  };
}

/** Refuses unknown columns, so that a misspelt one is noticed. */
function checkHeader(header: readonly string[]): void {
  const known: readonly string[] = stationColumns;
  const unknown = header.filter((name) => !known.includes(name.toLowerCase()));
  if (!header.some((name) => name.toLowerCase() === "ident") || unknown.length > 0) {
    const what = unknown.length > 0 ? `unknown columns ${unknown.join(", ")}` : "no column ident";
    throw new CliError("usage", `${what}: the columns are ${stationColumns.join(", ")}`);
  }
}
