import { createContentReader, readObject } from "@jetwire/decoders";
import type { EnrichedMessage, Message } from "@jetwire/protocol";
import { messageTexts } from "../../simulated-messages.ts";
import { monotonicMicros, stampedId } from "./stamped-id.ts";

/** A message to send, as an object and as the JSON text of it. */
export interface BenchMessage {
  readonly id: string;
  readonly message: EnrichedMessage;
  readonly text: string;
}

export interface BenchMessages {
  /** Returns the next messages, stamped with the present time. */
  next(count: number): BenchMessage[];
}

const variety = 500;
const receivedMs = Date.UTC(2026, 0, 1);

/** Creates an endless source of enriched simulated messages, each with its own id. */
export function createBenchMessages(): BenchMessages {
  const bases = enrichedBases();
  const tails = bases.map((base) => textAfterIds(base));
  let n = 0;
  return {
    next(count) {
      const sentMicros = monotonicMicros();
      const nowMs = Date.now();
      return Array.from({ length: count }, () => {
        const id = stampedId(n & 0xff_ffff, sentMicros, nowMs);
        const at = n++ % bases.length;
        const message = { ...(bases[at] as EnrichedMessage), id, groupId: id };
        return { id, message, text: `{"id":"${id}","groupId":"${id}",${tails[at]}` };
      });
    },
  };
}

const readContent = createContentReader({ texts: { now: () => performance.now() } });

/** Returns the same messages in every process, because they are seeded. */
function enrichedBases(): EnrichedMessage[] {
  const received = messageTexts(variety * 2, receivedMs).flatMap((text) => {
    const read = readObject(JSON.parse(text));
    return read.status === "decoded" ? [read.message] : [];
  });
  return received.slice(0, variety).map((one, i) => {
    const { stationIdent, icao } = one;
    const members = readContent(one, receivedMs);
    const stationId = (i % 96) + 1;
    const id = stampedId(0, 0, 0);
    const message: Message = {
      id,
      groupId: id,
      timestamp: new Date(receivedMs).toISOString(),
      createdAt: new Date(receivedMs + 100).toISOString(),
      stationId,
      airframeId: members.tail && stampedId(i, 1, 1),
      flightId: members.flightNumber && stampedId(i, 2, 2),
      ...members,
      authenticated: null,
    };
    return enriched(message, stationIdent, icao);
  });
}

function enriched(message: Message, ident: string | null, icao: string | null): EnrichedMessage {
  const { airframeId, flightId, flightNumber } = message;
  return {
    ...message,
    station: {
      id: message.stationId,
      ident: ident ?? `SIM-${message.stationId}`,
      sourceType: message.sourceType,
      countryCode: "DE",
      latitude: 50.1,
      longitude: 8.6,
    },
    airframe: airframeId === null ? null : airframeOf(airframeId, icao, message.tail),
    flight: flightId === null ? null : flightOf(flightId, flightNumber ?? "", message),
  };
}

function airframeOf(id: string, icao: string | null, tail: string | null) {
  const type = { type: "A320", manufacturer: "Airbus", model: "A320-214" };
  return { id, icao, tail, ...type, owner: null, military: false };
}

function flightOf(id: string, flight: string, message: Message) {
  const { departingAirport, destinationAirport, latitude, longitude, altitude } = message;
  return {
    id,
    flight,
    flightIata: flight,
    flightIcao: null,
    departingAirport,
    destinationAirport,
    status: "active",
    latitude,
    longitude,
    altitude,
    track: null,
  };
}

/** Returns the text after the two ids, which come first in every message. */
function textAfterIds({ id: _id, groupId: _groupId, ...rest }: EnrichedMessage): string {
  return JSON.stringify(rest).slice(1);
}
