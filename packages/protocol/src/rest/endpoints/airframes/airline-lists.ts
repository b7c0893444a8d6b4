import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { cursorAliases } from "../../aliases/query-aliases.ts";
import { linkFilter } from "../../filters.ts";
import { ReadMessage } from "../../message-include.ts";
import { MessagePageQuery } from "../../message-page.ts";
import { pageParameters, refuseEmptyRange } from "../../parameters.ts";
import { Airframe } from "./airframes.ts";
import { AirlineParams } from "./airlines.ts";
import { FlightListQuery, FlightSummary } from "./flights.ts";
import { Tally } from "../stats/stats-breakdown.ts";

/** The days for which messages of airlines are counted, and airframes of an airline are listed. */
export const airlineDays = 7;
export const fleetDays = 30;

/** The number of messages of an airline's flights, by label and source type. */
const AirlineStats = z.strictObject({
  since: Instant,
  until: Instant,
  messages: z.int().nonnegative(),
  labels: z.array(Tally).describe("Messages by label, the most first."),
  sourceTypes: z.array(Tally).describe("Messages by source type, the most first."),
});

const FleetQuery = z
  .strictObject(pageParameters(linkFilter, "an airframe"))
  .check(refuseEmptyRange);

const ofAirline = {
  tag: "reference",
  access: "reader",
  params: AirlineParams,
  refusals: ["not_found"],
} as const;

export const airlineListEndpoints = {
  listAirlineFlights: endpoint({
    method: "GET",
    path: "/v1/airlines/:code/flights",
    summary: "List an airline's flights",
    description:
      "Returns the airline's flights, the latest first reception first. Cursors are flight ids.",
    ...ofAirline,
    query: FlightListQuery,
    answer: z.array(FlightSummary),
    paged: true,
  }),
  listAirlineMessages: endpoint({
    method: "GET",
    path: "/v1/airlines/:code/messages",
    summary: "List an airline's messages",
    description:
      "Returns the messages of the airline's flights, newest first. Cursors are message ids.",
    ...ofAirline,
    query: MessagePageQuery,
    aliases: cursorAliases,
    answer: z.array(ReadMessage),
    paged: true,
  }),
  listAirlineAirframes: endpoint({
    method: "GET",
    path: "/v1/airlines/:code/airframes",
    summary: "List an airline's airframes",
    description: `Returns the airframes that flew flights of the airline in the last ${fleetDays} days, by descending id. Cursors are airframe ids.`,
    ...ofAirline,
    query: FleetQuery,
    answer: z.array(Airframe),
    paged: true,
  }),
  readAirlineStats: endpoint({
    method: "GET",
    path: "/v1/airlines/:code/stats",
    summary: "Get an airline's statistics",
    description: `Returns what the messages of the airline's flights of the last ${airlineDays} days are, counted some minutes ago.`,
    ...ofAirline,
    answer: AirlineStats,
  }),
};
