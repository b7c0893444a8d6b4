import { createMessageIds, type EnrichedMessage, type Message } from "@jetwire/protocol";

const ids = createMessageIds(() => Date.now());

/** A message as the servers of these tests send it. */
export function someMessage(over: Partial<Message> = {}): Message {
  const id = ids.next(0);
  return {
    id,
    groupId: id,
    timestamp: "2026-11-21T12:00:00.000Z",
    createdAt: "2026-11-21T12:00:00.250Z",
    stationId: 7,
    airframeId: null,
    flightId: null,
    source: "acarsdec",
    sourceType: "acars",
    linkDirection: "downlink",
    fromHex: null,
    toHex: null,
    frequency: 131.55,
    channel: 0,
    level: -20.5,
    error: 0,
    mode: "2",
    label: "H1",
    blockId: "1",
    messageNumber: "D01A",
    ack: null,
    tail: "N101AB",
    flightNumber: "UA0123",
    text: "POSN38123W121456",
    data: null,
    departingAirport: null,
    destinationAirport: null,
    latitude: null,
    longitude: null,
    altitude: null,
    authenticated: null,
    sublabel: null,
    mfi: null,
    decoded: null,
    positionSource: null,
    onGround: null,
    times: null,
    assembly: null,
    ...over,
  };
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
