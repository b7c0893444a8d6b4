import { z } from "zod";
import { MessageAirframe } from "./airframe.ts";
import { MessageFlight } from "./flight.ts";
import { Message } from "./message.ts";
import { MessageStation } from "./station.ts";

/** The payload of the firehose's `message`: a Message with its station, airframe and flight. */
export const EnrichedMessage = z.strictObject({
  ...Message.shape,
  station: MessageStation,
  airframe: MessageAirframe.nullable(),
  flight: MessageFlight.nullable(),
});
export type EnrichedMessage = z.infer<typeof EnrichedMessage>;

/** Returns what a message itself says about its airframe; null without one. */
export function airframeNamedBy({ airframeId, tail }: Message): MessageAirframe | null {
  if (airframeId === null) return null;
  return {
    id: airframeId,
    icao: null,
    tail,
    type: null,
    manufacturer: null,
    model: null,
    owner: null,
    military: null,
  };
}

/** Returns what a message itself says about its flight; null without one. */
export function flightNamedBy(message: Message): MessageFlight | null {
  const { flightId, flightNumber } = message;
  if (flightId === null || flightNumber === null) return null;
  return {
    id: flightId,
    flight: flightNumber,
    flightIata: null,
    flightIcao: null,
    departingAirport: message.departingAirport,
    destinationAirport: message.destinationAirport,
    status: null,
    latitude: message.latitude,
    longitude: message.longitude,
    altitude: message.altitude,
    track: null,
  };
}
