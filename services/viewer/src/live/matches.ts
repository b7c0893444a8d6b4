import type { SniffFilter } from "@jetwire/protocol";
import { airlineOf, compileFilter, type KnownCodes } from "@jetwire/protocol/plain";
import type { ListedMessage } from "../list/message-row.ts";

/**
 * Tells whether a message matches a filter of the firehose, so that a changed filter narrows the list
 * before the server has applied it. The server decides: it knows more codes of airlines and airports, and
 * refuses what has no sensible form.
 */
export function matches(message: ListedMessage, filter: SniffFilter): boolean {
  const codes = codesOf(message);
  return Object.entries(filter).every(([name, wanted]) => {
    try {
      return compileFilter({ [name]: wanted }, codes)?.(message) ?? true;
    } catch {
      return true;
    }
  });
}

/** Returns the codes that the flight of a message tells. */
function codesOf({ flight }: ListedMessage): KnownCodes {
  const iata = airlineOf(flight?.flightIata ?? "");
  const icao = airlineOf(flight?.flightIcao ?? "");
  const airlines = new Map(iata && icao ? [[iata, icao]] : []);
  return { airlines, airports: [], isPartial: true };
}
