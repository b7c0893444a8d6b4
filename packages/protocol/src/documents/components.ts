import { z } from "zod";
import { MessageAirframe } from "../message/airframe.ts";
import { ChatMessage } from "../events/chat.ts";
import { EnrichedMessage } from "../message/enriched-message.ts";
import { MessageFlight } from "../message/flight.ts";
import { Message } from "../message/message.ts";
import { Notification } from "../events/notification.ts";
import { Airframe } from "../rest/endpoints/airframes/airframes.ts";
import { Flight, FlightSummary } from "../rest/endpoints/airframes/flights.ts";
import { Assembly, Decoded, FlightTimes } from "../message/content.ts";
import { ReadMessage } from "../rest/message-include.ts";
import { Problem } from "../rest/problem.ts";
import { StationStats, Stats } from "../rest/endpoints/stats/stats.ts";
import { StationStatus } from "../rest/endpoints/stations/station-status.ts";
import { ListedStation, Station } from "../rest/endpoints/stations/stations.ts";
import { SniffFilter } from "../events/sniff.ts";
import { MessageStation, StationName, StationSummary } from "../message/station.ts";
import { eventExamples } from "./event-examples.ts";

/** The schemas that documents refer to by name. */
const components = {
  Message,
  EnrichedMessage,
  ReadMessage,
  Assembly,
  Decoded,
  FlightTimes,
  MessageStation,
  MessageAirframe,
  MessageFlight,
  StationSummary,
  StationName,
  ListedStation,
  Station,
  StationStatus,
  StationStats,
  Airframe,
  Flight,
  FlightSummary,
  Stats,
  ChatMessage,
  Notification,
  SniffFilter,
  Problem,
} as const;

const enriched = eventExamples.message;

const examples: Partial<Record<keyof typeof components, unknown>> = {
  Message: eventExamples["feed:message"],
  EnrichedMessage: enriched,
  ReadMessage: { ...eventExamples["feed:message"], station: enriched.station },
  MessageStation: enriched.station,
  MessageAirframe: enriched.airframe,
  MessageFlight: enriched.flight,
  ChatMessage: eventExamples["chat:message:new"],
  Notification: eventExamples["notification:new"],
  Problem: {
    type: "about:blank",
    title: "Invalid request",
    status: 400,
    detail: "Wrong parameters: limit",
    code: "invalid_request",
    message: "Wrong parameters: limit",
    requestId: "0a4f2f4f-3f0b-4f7e-9c55-5b1e9a528f11",
    errors: [{ field: "limit", message: "must be a whole number from 1 to 100" }],
  },
};

/** Adds names and examples to the metadata of these schemas. */
export function nameComponents(): void {
  for (const [id, schema] of Object.entries(components)) {
    const example = examples[id as keyof typeof components];
    z.globalRegistry.add(schema, {
      ...z.globalRegistry.get(schema),
      id,
      ...(example !== undefined && { examples: [example] }),
    });
  }
}
