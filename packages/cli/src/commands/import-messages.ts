import type { Command } from "@jetwire/command-line";
import type { Answering } from "../command.ts";

const examples = `
The beginning of a file decides what it is: an export of GET /v1/messages/export (NDJSON or CSV), messages.db of ACARS Hub, or
lines of JSON with times of their own as a decoder program writes them (acarsdec, vdlm2dec, dumpvdl2, dumphfdl, JAERO …).
Exports and lines may be compressed by gzip.

A message keeps its original time. Its station is found by ident and added if it is missing. Airframe, flight and what the
message says follow as for live messages; counts, positions and facts of flights follow too. What a feeder has sent already is
not stored again. Feeds, rooms and the firehose send nothing of it. Messages of several blocks are not joined.

If it is interrupted, the same command goes on where it stopped; when it is done, the same command does nothing.

Examples:
  jetwire import messages messages.db
  jetwire import messages acarsdec-*.json.gz --station AB-KSFO1 --rejects refused.ndjson
  jetwire import messages export.ndjson --same-stations --rate 5000`;

export function addImportMessages(imports: Command, answering: Answering): void {
  imports
    .command("messages")
    .argument("<file...>", "files of messages, or - for standard input")
    .option("--station <ident>", "Station of the messages that name none")
    .option("--same-stations", "The numbers of stations in exports are those of this service")
    .option(
      "--position <file>",
      "Where to keep how far files are imported (default: jetwire-import.position.json)",
    )
    .option("--rejects <file>", "Write refused lines with their reasons to this file")
    .option("--rate <n>", "The most lines of a second (default: 1000)")
    .option("--again", "Read files from their beginning again; nothing is stored twice")
    .option("--dry-run", "Read the whole files and write nothing")
    .description("Import messages that were received in the past")
    .addHelpText("after", examples)
    .action(
      // Loaded for this command only: readers take longer to load than most commands to run.
      answering(
        async (call) => await (await import("../import/messages/run-import.ts")).runImport(call),
      ),
    );
}
