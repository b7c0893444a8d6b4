import {
  type EnrichedMessage,
  MessageAirframe,
  MessageFlight,
  MessageStation,
  requiredMembers,
  signalMemberNames,
} from "@jetwire/protocol";

const stationKeys = Object.keys(MessageStation.shape);
const airframeKeys = Object.keys(MessageAirframe.shape);
const flightKeys = Object.keys(MessageFlight.shape);

/**
 * Returns the firehose's JSON text of a message. It has exactly the members of the public schema,
 * null when unknown, except those that are absent then; other properties of the objects are left out.
 */
export function enrichedJson(message: EnrichedMessage): string {
  return JSON.stringify(publicMessage(message));
}

/** Returns a message with the members of `enrichedJson`. */
export function publicMessage(message: EnrichedMessage): EnrichedMessage {
  const { station, airframe, flight } = message;
  return {
    ...picked(message, requiredMembers),
    ...knownSignal(message),
    station: picked(station, stationKeys),
    airframe: airframe && picked(airframe, airframeKeys),
    flight: flight && picked(flight, flightKeys),
  } as unknown as EnrichedMessage;
}

function picked(object: object, keys: readonly string[]): Record<string, unknown> {
  const values = object as Record<string, unknown>;
  return Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
}

function knownSignal(message: EnrichedMessage): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const name of signalMemberNames) {
    if (message[name] !== undefined) known[name] = message[name];
  }
  return known;
}
