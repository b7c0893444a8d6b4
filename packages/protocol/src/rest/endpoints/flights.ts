import { z } from "zod";
import { MessageAirframe } from "../../message/airframe.ts";
import { MessageFlight } from "../../message/flight.ts";
import { Instant } from "../../message/message.ts";
import { endpoint } from "../endpoint.ts";
import {
  airportFilter,
  flagFilter,
  flightFilter,
  icaoFilter,
  linkFilter,
  linkId,
  tailFilter,
  timeFilter,
} from "../filters.ts";
import { ReadMessage } from "../message-include.ts";
import { MessagePageQuery } from "../messages-under.ts";
import { checkTogether, pageParameters } from "../parameters.ts";

/** How long after it was last heard a flight still counts as under way; linking waits as long. */
export const flightActiveMinutes = 60;

/** A flight as messages tell of it. `status` is `active` or `ended`. */
export const FlightSummary = z.strictObject({
  ...MessageFlight.shape,
  airframeId: z.string().nullable(),
  firstHeardAt: Instant,
  lastHeardAt: Instant,
});
export type FlightSummary = z.infer<typeof FlightSummary>;

/** Where a message said the flight was. */
export const FlightPosition = z.strictObject({
  timestamp: Instant,
  latitude: z.number(),
  longitude: z.number(),
  altitude: z.number().nullable(),
});
export type FlightPosition = z.infer<typeof FlightPosition>;

/** A flight by itself, with its airframe and its latest positions, newest first. */
export const Flight = z.strictObject({
  ...FlightSummary.shape,
  airframe: MessageAirframe.nullable(),
  positions: z.array(FlightPosition),
});
export type Flight = z.infer<typeof Flight>;

/** What every list of flights takes; cursors are flight ids. */
const flightListParameters = {
  since: timeFilter.optional().describe("First heard at this time or later"),
  until: timeFilter.optional().describe("First heard before this time"),
  active: flagFilter.optional().describe("Heard within the last hour, or not"),
  ...pageParameters(linkFilter, "flight"),
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

/** The query of an airframe's flights. */
export const FlightListQuery = z.strictObject(flightListParameters).check(refuseEmptyTime);

/** The query of `GET /v1/flights`. */
export const FlightQuery = z
  .strictObject({
    flight: flightFilter.optional(),
    airframe: linkFilter.optional().describe("An airframe's id"),
    icao: icaoFilter.optional(),
    tail: tailFilter.optional(),
    departing: airportFilter.optional().describe("The airport it departs from, by its code"),
    destination: airportFilter.optional().describe("The airport it goes to, by its code"),
    ...flightListParameters,
  })
  .check(
    refuseEmptyTime,
    checkTogether(({ value, issues }) => {
      const given = (["airframe", "icao", "tail"] as const).filter((name) => value[name]);
      for (const path of given.slice(1)) {
        const message = `says the same as ${given[0]}`;
        issues.push({ code: "custom", path: [path], message, input: value });
      }
    }),
  );
export type FlightQuery = z.infer<typeof FlightQuery>;

const FlightParams = z.strictObject({ id: linkId.describe("A flight's id") });

export const flightEndpoints = {
  listFlights: endpoint({
    method: "GET",
    path: "/v1/flights",
    summary: "List flights",
    description: "Those first heard latest come first; cursors are flight ids.",
    tag: "flights",
    access: "reader",
    query: FlightQuery,
    answer: z.array(FlightSummary),
    paged: true,
  }),
  readFlight: endpoint({
    method: "GET",
    path: "/v1/flights/:id",
    summary: "Read a flight",
    description: "By the `flightId` of a message.",
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
    tag: "flights",
    access: "reader",
    params: FlightParams,
    query: MessagePageQuery,
    answer: z.array(ReadMessage),
    paged: true,
    refusals: ["not_found"],
  }),
};
