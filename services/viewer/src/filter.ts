import type { EnrichedMessage } from "@jetwire/protocol";

/** Returns whether to show a message. */
export type Filter = (message: EnrichedMessage) => boolean;

/**
 * Creates a filter. Each word of the query must occur in the tail, flight, label, station or text,
 * regardless of case. An empty query matches every message.
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
