import { type EnrichedMessage, MessageIds } from "@jetwire/protocol";

const ids = new MessageIds(() => Date.now());

/** A message as the firehose sends it. */
export function someMessage(over: Partial<EnrichedMessage> = {}): EnrichedMessage {
  const id = ids.next(0);
  const now = new Date().toISOString();
  return {
    id,
    groupId: id,
    timestamp: now,
    createdAt: now,
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
    station: someStation("AB-KSFO1"),
    airframe: null,
    flight: null,
    ...over,
  };
}

function someStation(ident: string): EnrichedMessage["station"] {
  return {
    id: 7,
    ident,
    sourceType: "acars",
    countryCode: "US",
    latitude: 37.6,
    longitude: -122.4,
  };
}
