import type { StationsImported, StationToImport } from "@jetwire/db";
import { type Dialect, readCsvRows } from "./csv.ts";
import { createRefusals, type Refusals } from "./refusals.ts";
import { readStation } from "./station-rows.ts";

const batchRows = 500;

export interface StationsImport {
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly refusals: Refusals;
}

/**
 * Imports a list of stations, batch by batch; importing it again changes nothing.
 *
 * @param write null for a dry run
 */
export async function importStations(
  input: AsyncIterable<Uint8Array>,
  dialect: Dialect,
  write: ((batch: readonly StationToImport[]) => Promise<StationsImported>) | null,
): Promise<StationsImport> {
  const refusals = createRefusals();
  const batch = new Map<string, StationToImport>();
  let header: readonly string[] | null = null;
  let [rows, added, changed] = [0, 0, 0];

  async function flush(): Promise<void> {
    if (write !== null && batch.size > 0) {
      const written = await write([...batch.values()]);
      added += written.added;
      changed += written.changed;
      for (const { line, reason } of written.refused) refusals.add(line, reason);
    }
    batch.clear();
  }

  for await (const read of readCsvRows(input, dialect, (line) => {
    rows++;
    refusals.add(line, "quotes don't match");
  })) {
    for (const row of read) {
      if (header === null) {
        header = row.cells.map((name) => name.toLowerCase());
        continue;
      }
      rows++;
      const station = readStation(header, row);
      if ("refused" in station) refusals.add(row.line, station.refused);
      else batch.set(station.ident, station);
      if (batch.size >= batchRows) await flush();
    }
  }
  await flush();
  return { rows, added, changed, refusals };
}
