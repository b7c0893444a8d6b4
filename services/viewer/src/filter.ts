import type { EnrichedMessage } from "@jetwire/protocol";

/** Whether a message is to be shown. */
export type Filter = (message: EnrichedMessage) => boolean;

/**
 * Every word of the query, in any case, has to be in the tail, flight, label, station or text.
 * Nothing to look for: everything.
 */
export function createFilter(query: string): Filter {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (message) => {
    const text = searchedText(message);
    return words.every((word) => text.includes(word));
  };
}

function searchedText(message: EnrichedMessage): string {
  const { tail, flightNumber, flight, label, station, text } = message;
  return [tail, flightNumber, flight?.flightIata, flight?.flightIcao, label, station.ident, text]
    .filter((part) => part !== null && part !== undefined)
    .join("\n")
    .toLowerCase();
}
