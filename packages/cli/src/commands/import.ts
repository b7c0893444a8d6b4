import type { Command } from "@jetwire/command-line";
import type { Answering } from "../command.ts";
import { addImportAirframes } from "./import-airframes.ts";
import { addImportAirlines } from "./import-airlines.ts";
import { addImportAirports } from "./import-airports.ts";
import { addImportMessages } from "./import-messages.ts";
import { addImportStations } from "./import-stations.ts";

/** Adds `jetwire import …`. */
export function addImportCommands(program: Command, answering: Answering): void {
  const imports = program
    .command("import")
    .description(
      "Import messages, registers of airframes, and lists of airlines, airports or stations",
    );
  addImportAirframes(imports, answering);
  addImportAirlines(imports, answering);
  addImportAirports(imports, answering);
  addImportMessages(imports, answering);
  addImportStations(imports, answering);
}
