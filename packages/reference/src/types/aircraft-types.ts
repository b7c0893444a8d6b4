import { readDataRows } from "../data-rows.ts";

/** A type of airframe. */
export interface AircraftType {
  readonly manufacturer: string;
  readonly model: string;
}

let types: ReadonlyMap<string, AircraftType> | undefined;

/** Returns the manufacturer and the usual model of an ICAO type designator (`B738`). */
export function aircraftType(designator: string): AircraftType | null {
  types ??= new Map(
    readDataRows("aircraft-types.tsv").map(([code = "", manufacturer = "", model = ""]) => [
      code,
      { manufacturer, model },
    ]),
  );
  return types.get(designator) ?? null;
}
