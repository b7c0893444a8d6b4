import type { ListedAirline } from "@jetwire/db";
import type { AirlineList } from "./airline-lists.ts";
import { readCsvRows } from "./csv.ts";
import { createRefusals, type Refusals } from "./refusals.ts";

/** About ten thousand airlines have existed. */
const airlinesMax = 100_000;

/**
 * Reads a whole list of airlines, because the owner of a code is only known after all of it.
 *
 * @throws RangeError if it is longer than any list of airlines
 */
export async function readAirlines(
  input: AsyncIterable<Uint8Array>,
  list: AirlineList,
): Promise<{ airlines: ListedAirline[]; rows: number; refusals: Refusals }> {
  const refusals = createRefusals();
  const airlines: ListedAirline[] = [];
  let headers = list.hasHeader ? 1 : 0;
  let rows = 0;
  for await (const read of readCsvRows(input, list.dialect, (line) => {
    rows++;
    refusals.add(line, "quotes don't match");
  })) {
    for (const row of read.slice(headers)) {
      rows++;
      const airline = list.read(row);
      if (/^[A-Z]{3}$/i.test(airline.icao)) airlines.push(airline);
      else refusals.add(row.line, "no ICAO code of three letters");
    }
    if (airlines.length > airlinesMax) throw new RangeError(`over ${airlinesMax} airlines`);
    headers = 0;
  }
  return { airlines, rows, refusals };
}
