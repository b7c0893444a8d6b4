import type { EnrichedMessage, Message } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";

/** A message as the servers of these tests send it. */
export function someMessage(over: Partial<Message> = {}): Message {
  return testMessage({ stationId: 7, label: "H1", text: "POSN38123W121456", ...over });
}

export function someEnrichedMessage(over: Partial<EnrichedMessage> = {}): EnrichedMessage {
  const station = {
    id: 7,
    ident: "AB-KSFO1",
    sourceType: "acars",
    countryCode: "US",
    latitude: 37.6,
    longitude: -122.4,
  };
  return { ...someMessage(), station, airframe: null, flight: null, ...over };
}
