import { z } from "zod";
import { MessageAirframe } from "../../../message/airframe.ts";
import { MessageFlight } from "../../../message/flight.ts";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { cursorAliases } from "../../aliases/query-aliases.ts";
import { Airline } from "./airlines.ts";
import { Airport } from "./airports.ts";
import {
  airlineFilter,
  airportFilter,
  boxFilter,
  flagFilter,
  flightFilter,
  icaoFilter,
  linkFilter,
  linkId,
  tailFilter,
  timeFilter,
} from "../../filters.ts";
import { ReadMessage } from "../../message-include.ts";
import { MessagePageQuery } from "../../message-page.ts";
import { checkTogether, orderParameter, pageParameters } from "../../parameters.ts";

/** How long a flight is active after its last message, minutes. Linking waits as long. */
export const flightActiveMinutes = 60;

/** A flight as known from its messages, with the names of its airline and airports. */
export const FlightSummary = z.strictObject({
  ...MessageFlight.shape,
  positionAt: Instant.nullable().describe(
    "When the airframe was there: the time that the message states, else when it was received.",
  ),
  airline: Airline.nullable().describe("`null` if the airline is unknown."),
  departure: Airport.nullable().describe(
    "The airport of `departingAirport`; `null` if it is unknown.",
  ),
  destination: Airport.nullable().describe(
    "The airport of `destinationAirport`; `null` if it is unknown.",
  ),
  airframeId: z.string().nullable(),
  firstHeardAt: Instant,
  lastHeardAt: Instant,
});
export type FlightSummary = z.infer<typeof FlightSummary>;

/** A position that a message of the flight reported. */
export const FlightPosition = z.strictObject({
  timestamp: Instant,
  latitude: z.number(),
  longitude: z.number(),
  altitude: z.number().nullable(),
});
export type FlightPosition = z.infer<typeof FlightPosition>;

/** A flight with its airframe and its latest positions, newest first. */
export const Flight = z.strictObject({
  ...FlightSummary.shape,
  airframe: MessageAirframe.nullable(),
  positions: z.array(FlightPosition),
});
export type Flight = z.infer<typeof Flight>;

/** The parameters of every list of flights; cursors are flight ids. */
const flightListParameters = {
  since: timeFilter.optional().describe("Only flights first received at or after this time."),
  until: timeFilter.optional().describe("Only flights first received before this time."),
  active: flagFilter
    .optional()
    .describe("Whether a message of the flight was received in the last hour."),
  ...pageParameters(linkFilter, "a flight"),
};

const refuseEmptyTime = checkTogether<{ since?: string | undefined; until?: string | undefined }>(
  ({ value, issues }) => {
    const { since, until } = value;
    if (since === undefined || until === undefined || since < until) return;
    issues.push({
      code: "custom",
      path: ["until"],
      message: "must be later than since",
      input: value,
    });
  },
);

/** Limits how many flights are compared with a box. */
const boxDaysMax = 7;
/** Clocks of clients differ, and a request takes a while. */
const slackMs = 5 * 60_000;

/** The query of an airframe's flights. */
export const FlightListQuery = z.strictObject(flightListParameters).check(refuseEmptyTime);

/** The query of `GET /v1/flights`. */
export const FlightQuery = z
  .strictObject({
    flight: flightFilter.optional(),
    airframe: linkFilter.optional().describe("The id of an airframe."),
    icao: icaoFilter.optional(),
    tail: tailFilter.optional(),
    departing: airportFilter.optional().describe("ICAO or IATA code of the departure airport."),
    destination: airportFilter.optional().describe("ICAO or IATA code of the destination airport."),
    airline: airlineFilter.optional(),
    bbox: boxFilter
      .optional()
      .describe(
        "West, south, east, north in degrees, compared with the position of the flight. West greater than east crosses 180°. Without `since`, only flights of the last 36 hours are searched; `since` is at most 7 days ago, unless the airframe or the flight is named.",
      ),
    order: orderParameter(
      ["flight", "departing", "destination", "last_heard_at"],
      " Needs `active=true`.",
    ),
    ...flightListParameters,
  })
  .check(
    refuseEmptyTime,
    checkTogether(({ value, issues }) => {
      // All flights ever are too many to be sorted by what no index has.
      if (value.order === undefined || value.active === true) return;
      const message = "needs active=true";
      issues.push({ code: "custom", path: ["order"], message, input: value });
    }),
    checkTogether(({ value, issues }) => {
      const { bbox, since, flight, airframe, icao, tail } = value;
      if (bbox === undefined || since === undefined) return;
      // Few flights have one of them; others are compared with the box one by one.
      if ((flight ?? airframe ?? icao ?? tail) !== undefined) return;
      if (Date.now() - Date.parse(since) <= boxDaysMax * 86_400_000 + slackMs) return;
      const message = `must not be more than ${boxDaysMax} days ago with bbox, unless flight, airframe, icao or tail is given`;
      issues.push({ code: "custom", path: ["since"], message, input: value });
    }),
    checkTogether(({ value, issues }) => {
      const given = (["airframe", "icao", "tail"] as const).filter((name) => value[name]);
      for (const path of given.slice(1)) {
        const message = `cannot be combined with ${given[0]}`;
        issues.push({ code: "custom", path: [path], message, input: value });
      }
    }),
  );
export type FlightQuery = z.infer<typeof FlightQuery>;

export const FlightParams = z.strictObject({ id: linkId.describe("The id of a flight.") });

export const flightEndpoints = {
  listFlights: endpoint({
    method: "GET",
    path: "/v1/flights",
    summary: "List flights",
    description:
      "Returns flights, the latest first reception first unless `order` is given. Cursors are flight ids.",
    tag: "flights",
    access: "reader",
    query: FlightQuery,
    answer: z.array(FlightSummary),
    paged: true,
  }),
  readFlight: endpoint({
    method: "GET",
    path: "/v1/flights/:id",
    summary: "Get a flight",
    description:
      "Returns one flight by the `flightId` of a message, with its airframe and latest positions.",
    tag: "flights",
    access: "reader",
    params: FlightParams,
    answer: Flight,
    tagged: true,
    refusals: ["not_found"],
  }),
  listFlightMessages: endpoint({
    method: "GET",
    path: "/v1/flights/:id/messages",
    summary: "List a flight's messages",
    description: "Returns the flight's messages, newest first. Cursors are message ids.",
    tag: "flights",
    access: "reader",
    params: FlightParams,
    query: MessagePageQuery,
    aliases: cursorAliases,
    answer: z.array(ReadMessage),
    paged: true,
    refusals: ["not_found"],
  }),
};
