import { z } from "zod";
import { endpoint } from "../../endpoint.ts";
import { nameFilter } from "../../filters.ts";
import { pageParameters, parameter, refuseEmptyRange } from "../../parameters.ts";

/** An airport, from the list that comes with the service or the operator's own. */
export const Airport = z.strictObject({
  id: z.string().describe("The ICAO code, or the IATA code of an airport without one."),
  icao: z.string().nullable().describe("ICAO location indicator."),
  iata: z.string().nullable().describe("IATA location code."),
  name: z.string(),
  city: z.string().nullable(),
  countryCode: z.string().nullable().describe("ISO 3166-1 alpha-2 country code."),
  latitude: z.number().describe("Degrees."),
  longitude: z.number().describe("Degrees."),
  elevation: z.int().nullable().describe("Feet above mean sea level."),
});
export type Airport = z.infer<typeof Airport>;

const codeForm = /^[A-Za-z0-9]{3,4}$/;
const cursor = parameter.regex(codeForm, "must be the id of an airport").toUpperCase();

const AirportQuery = z
  .strictObject({
    name: nameFilter("the name or the city").optional(),
    country: parameter
      .regex(/^[A-Za-z]{2}$/, "must be a country code of two letters")
      .toUpperCase()
      .optional()
      .meta({ description: "ISO 3166-1 alpha-2 country code.", examples: ["SE"] }),
    ...pageParameters(cursor, "an airport"),
  })
  .check(refuseEmptyRange);

/** The airport that a path names. */
export const AirportParams = z.strictObject({
  code: z
    .string()
    .regex(codeForm)
    .toUpperCase()
    .meta({ description: "ICAO or IATA code, case-insensitive.", examples: ["ESSA", "ARN"] }),
});

export const airportEndpoints = {
  listAirports: endpoint({
    method: "GET",
    path: "/v1/airports",
    summary: "List airports",
    description: "Returns airports by descending id. Cursors are airport ids.",
    tag: "reference",
    access: "reader",
    query: AirportQuery,
    answer: z.array(Airport),
    paged: true,
  }),
  readAirport: endpoint({
    method: "GET",
    path: "/v1/airports/:code",
    summary: "Get an airport",
    description: "Returns the airport with an ICAO or IATA code.",
    tag: "reference",
    access: "reader",
    params: AirportParams,
    answer: Airport,
    tagged: true,
    refusals: ["not_found"],
  }),
};
