import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { nameFilter } from "../../filters.ts";
import { pageParameters, parameter, refuseEmptyRange } from "../../parameters.ts";

/** An airline, from the list that comes with the service or the operator's own. */
export const Airline = z.strictObject({
  id: z.string().describe("The ICAO code."),
  icao: z.string().describe("ICAO airline designator."),
  iata: z
    .string()
    .nullable()
    .describe("IATA airline designator; `null` if the airline has none or another airline has it."),
  name: z.string(),
  countryCode: z.string().nullable().describe("ISO 3166-1 alpha-2 country code."),
});
export type Airline = z.infer<typeof Airline>;

const cursor = parameter.regex(/^[A-Za-z]{3}$/, "must be the id of an airline").toUpperCase();

const AirlineQuery = z
  .strictObject({
    name: nameFilter("the name").optional(),
    ...pageParameters(cursor, "an airline"),
  })
  .check(refuseEmptyRange);

/** The airline that a path names. */
export const AirlineParams = z.strictObject({
  code: z
    .string()
    .regex(/^(?:[A-Za-z]{3}|[A-Za-z0-9]{2})$/)
    .toUpperCase()
    .meta({ description: "ICAO or IATA code, case-insensitive.", examples: ["DLH", "LH"] }),
});

export const airlineEndpoints = {
  listAirlines: endpoint({
    method: "GET",
    path: "/v1/airlines",
    summary: "List airlines",
    description: "Returns airlines by descending ICAO code. Cursors are ICAO codes.",
    tag: "reference",
    access: "reader",
    query: AirlineQuery,
    answer: z.array(Airline),
    paged: true,
  }),
  readAirline: endpoint({
    method: "GET",
    path: "/v1/airlines/:code",
    summary: "Get an airline",
    description: "Returns the airline with an ICAO code, or the one that an IATA code means.",
    tag: "reference",
    access: "reader",
    params: AirlineParams,
    answer: Airline,
    tagged: true,
    refusals: ["not_found"],
  }),
};
