import type { Command } from "@jetwire/command-line";
import type { Answering } from "../command.ts";
import { addImportAirframes } from "./import-airframes.ts";
import { addImportAirlines } from "./import-airlines.ts";
import { addImportStations } from "./import-stations.ts";

/** `jetwire import …`: lists that others keep, into our tables. */
export function addImportCommands(program: Command, answering: Answering): void {
  const imports = program
    .command("import")
    .description("take in registers of airframes, lists of airlines and of stations");
  addImportAirframes(imports, answering);
  addImportAirlines(imports, answering);
  addImportStations(imports, answering);
}
