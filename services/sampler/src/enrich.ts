import {
  airframeNamedBy,
  type EnrichedMessage,
  flightNamedBy,
  type Message,
  type MessageAirframe,
  type MessageFlight,
  type MessageStation,
} from "@jetwire/protocol";
import type { KnownThings } from "./known-things.ts";

/** What is known of the things that messages link to. */
export interface Links {
  /** Visible stations only. */
  readonly stations: KnownThings<number, MessageStation>;
  readonly airframes: KnownThings<string, MessageAirframe>;
  readonly flights: KnownThings<string, MessageFlight>;
}

/**
 * Adds station, airframe and flight to messages, a look-up each for the whole batch. Airframe and
 * flight that can't be looked up are told from the message; a message whose station can't be is
 * left out, because the station might be hidden.
 */
export async function enrich(
  messages: readonly Message[],
  links: Links,
): Promise<EnrichedMessage[]> {
  const [stations, airframes, flights] = await Promise.all([
    links.stations.get(messages.map((message) => message.stationId)),
    links.airframes.get(present(messages.map((message) => message.airframeId))),
    links.flights.get(present(messages.map((message) => message.flightId))),
  ]);
  return messages.flatMap((message) => {
    const station = stations.get(message.stationId);
    if (station === undefined) return [];
    const airframe = airframes.get(message.airframeId ?? "") ?? airframeNamedBy(message);
    const flight = flights.get(message.flightId ?? "") ?? flightNamedBy(message);
    return [{ ...message, station, airframe, flight }];
  });
}

function present(ids: readonly (string | null)[]): string[] {
  return ids.filter((id) => id !== null);
}
