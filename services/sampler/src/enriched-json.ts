import {
  type EnrichedMessage,
  Message,
  MessageAirframe,
  MessageFlight,
  MessageStation,
} from "@jetwire/protocol";

const messageKeys = Object.keys(Message.shape);
const stationKeys = Object.keys(MessageStation.shape);
const airframeKeys = Object.keys(MessageAirframe.shape);
const flightKeys = Object.keys(MessageFlight.shape);

/**
 * Returns the firehose's JSON text of a message. It has exactly the members of the public schema,
 * null when unknown; other properties of the objects are left out.
 */
export function enrichedJson(message: EnrichedMessage): string {
  return JSON.stringify(publicMessage(message));
}

/** Returns a message with the members of `enrichedJson`. */
export function publicMessage(message: EnrichedMessage): EnrichedMessage {
  const { station, airframe, flight } = message;
  return {
    ...picked(message, messageKeys),
    station: picked(station, stationKeys),
    airframe: airframe && picked(airframe, airframeKeys),
    flight: flight && picked(flight, flightKeys),
  } as unknown as EnrichedMessage;
}

function picked(object: object, keys: readonly string[]): Record<string, unknown> {
  const values = object as Record<string, unknown>;
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
}
