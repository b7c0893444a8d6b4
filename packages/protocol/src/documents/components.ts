import { z } from "zod";
import { MessageAirframe } from "../airframe.ts";
import { ChatMessage } from "../chat.ts";
import { EnrichedMessage } from "../enriched-message.ts";
import { MessageFlight } from "../flight.ts";
import { Message } from "../message.ts";
import { Notification } from "../notification.ts";
import { pageLimit, pageRowsMax } from "../rest/parameters.ts";
import { Airframe } from "../rest/airframes.ts";
import { Flight, FlightSummary } from "../rest/flights.ts";
import { StationStats, Stats } from "../rest/stats.ts";
import { ListedStation, Station, StationStatus } from "../rest/stations.ts";
import { SniffFilter } from "../sniff.ts";
import { MessageStation, StationName, StationSummary } from "../station.ts";

/** What the documents keep aside under a name of its own. */
const components = {
  Message,
  EnrichedMessage,
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
} as const;

/** What the documents know of schemas: `id` makes one a component, `shown` describes it instead of what can be derived. */
export const documented = z.registry<{
  id?: string;
  shown?: Readonly<Record<string, unknown>>;
}>();

for (const [id, schema] of Object.entries(components)) documented.add(schema, { id });
documented.add(pageLimit, {
  shown: { type: "integer", minimum: 1, maximum: pageRowsMax, default: pageRowsMax },
});
