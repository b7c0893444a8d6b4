import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { linkFilter, timeFilter } from "../../filters.ts";
import { pageParameters, parameter } from "../../parameters.ts";
import { Airport, AirportParams } from "./airports.ts";
import { FlightFacts } from "./flight-facts.ts";

/** How far back the flights of an airport are listed unless `since` is given. */
export const airportFlightHours = 48;

const directions = ["departures", "arrivals"] as const;
export type AirportDirection = (typeof directions)[number];

/** Describes a flight from or to an airport by its facts. */
export const AirportFlight = z.strictObject({
  id: z.string().describe("The id of the flight."),
  ...FlightFacts.omit({ flightId: true, evidence: true }).shape,
  departureAirport: Airport.nullable().describe(
    "The airport of `departure`; `null` if it is unknown.",
  ),
  destinationAirport: Airport.nullable().describe(
    "The airport of `destination`; `null` if it is unknown.",
  ),
  transmissions: z
    .int()
    .positive()
    .describe(
      "How many transmissions report the departure or the destination, whichever fewer do.",
    ),
  contradicted: z
    .boolean()
    .describe("Whether messages report another departure or destination, too."),
});
export type AirportFlight = z.infer<typeof AirportFlight>;

const AirportFlightQuery = z.strictObject({
  direction: parameter
    .pipe(z.enum(directions, `must be one of ${directions.join(", ")}`))
    .describe("`departures`: flights from the airport. `arrivals`: flights to it."),
  since: timeFilter
    .optional()
    .describe(`Only flights at or after this time. Default: ${airportFlightHours} hours ago.`),
  ...pageParameters(linkFilter, "a flight"),
});

export const airportFlightEndpoints = {
  listAirportFlights: endpoint({
    method: "GET",
    path: "/v1/airports/:code/flights",
    summary: "List an airport's flights",
    description:
      "Returns flights that left the airport or go to it as their messages report, the latest first: by take-off, else by leaving the gate; by landing, else by reaching the gate, else by expected landing. Flights without such a time count from their first message. Cursors are flight ids.",
    tag: "flights",
    access: "reader",
    params: AirportParams,
    query: AirportFlightQuery,
    answer: z.array(AirportFlight),
    paged: true,
    refusals: ["not_found"],
  }),
};
