import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { latitudeFilter, longitudeFilter, timeFilter } from "../../filters.ts";
import { checkTogether } from "../../parameters.ts";
import { Airline } from "./airlines.ts";
import { Airport } from "./airports.ts";
import { FlightParams } from "./flights.ts";

const sure = z.number().min(0).max(1);
const sureText =
  "From 0 to 1: the weight of the transmissions that report it, among all that report one. One that nothing contradicts has 0.67.";

/** A value of a fact, and the messages that report it. */
export const FactEvidence = z.strictObject({
  value: z.string().describe("An airport's code, or a time."),
  sure: sure.describe(sureText),
  transmissions: z.int().positive().describe("How many transmissions report it."),
  stations: z.int().positive().describe("How many stations received them."),
  firstAt: Instant.describe("When the first of them was received."),
  lastAt: Instant.describe("When the last of them was received."),
  learntAt: Instant.describe("When the service received the first one that arrived."),
  messageIds: z.array(z.string()).describe("Up to 5 of the messages, the oldest first."),
  stationIds: z.array(z.int()).describe("Up to 8 of the stations."),
});
export type FactEvidence = z.infer<typeof FactEvidence>;

/** The facts that messages can report of a flight. */
const factKinds = ["departure", "destination", "out", "off", "on", "in", "eta"] as const;

const evidence = z
  .partialRecord(z.enum(factKinds), z.array(FactEvidence))
  .describe(
    "By fact up to 4 values, that of the flight first. Several values contradict each other. Of expected arrivals only the newest is kept.",
  );

const time = Instant.nullable();

/** The facts of a flight, from its messages. They stay when the messages have expired. */
export const FlightFacts = z.strictObject({
  flightId: z.string(),
  callsign: z.string().describe("ICAO airline and number without leading zeros: `UAL123`."),
  flownOn: z.iso.date().describe("The day (UTC) on which it took off, or was first received."),
  icao: z.string().nullable().describe("Address of the airframe."),
  tail: z.string().nullable(),
  departure: z.string().nullable().describe("Code of the airport."),
  destination: z.string().nullable().describe("Code of the airport."),
  outAt: time.describe("When it left the gate."),
  offAt: time.describe("When it took off."),
  onAt: time.describe("When it landed."),
  inAt: time.describe("When it reached the gate."),
  eta: time.describe("When it is expected to land, by the newest message that reports it."),
  sure: sure
    .nullable()
    .describe(`Of departure and destination, the one that is less sure. ${sureText}`),
  evidence,
  firstAt: Instant.describe("When the first message of the flight was received."),
  lastAt: Instant.describe("When the last message of the flight was received."),
});
export type FlightFacts = z.infer<typeof FlightFacts>;

/** The facts of a flight, with the airports that they name. */
export const ReadFlightFacts = z.strictObject({
  ...FlightFacts.shape,
  airports: z
    .array(Airport)
    .describe("The known ones of the airports that the evidence names; `id` is their code there."),
  expiredMessageIds: z
    .array(z.string())
    .describe("Those of the messages in the evidence that have expired; they cannot be read."),
});
export type ReadFlightFacts = z.infer<typeof ReadFlightFacts>;

/** A route that flights of a callsign had before. */
export const UsualRoute = z.strictObject({
  callsign: z.string(),
  departure: z.string().describe("Code of the airport."),
  destination: z.string().describe("Code of the airport."),
  flights: z.int().positive().describe("How many flights had it in the last 180 days."),
  weekdays: z
    .array(z.int().nonnegative())
    .length(7)
    .describe("How many flights of them on each weekday (UTC), Monday first."),
  lastOn: z.iso.date().describe("The day of the last one."),
  sure: sure.describe(
    "From 0 to 1: its share of the callsign's flights. One on the same weekday counts twice, and one of four weeks ago half.",
  ),
});
export type UsualRoute = z.infer<typeof UsualRoute>;

/** The airport at one end of a route. */
const RouteEnd = z.strictObject({
  code: z.string().describe("ICAO code, or as received if the airport is unknown."),
  airport: Airport.nullable().describe("`null` if the airport is unknown."),
  by: z
    .enum(["facts", "usual"])
    .describe(
      "`facts`: messages of this flight report it. `usual`: flights of this callsign had it before.",
    ),
  sure,
});

/** The airports that a flight comes from and goes to. */
export const FlightRoute = z.strictObject({
  callsign: z.string().describe("As it is known here: `UAL123`."),
  callsignIata: z.string().nullable().describe("With the IATA code of the airline: `UA123`."),
  airline: Airline.nullable(),
  departure: RouteEnd.nullable(),
  destination: RouteEnd.nullable(),
  sure: sure
    .nullable()
    .describe("Of both ends, the one that is less sure; `null` if one is unknown."),
  plausible: z
    .boolean()
    .nullable()
    .describe(
      "Whether `lat` and `lon` are near the great circle between the airports. `null` without them, or if an airport is unknown.",
    ),
  facts: FlightFacts.nullable().describe("What messages of the flight say; `null` if nothing."),
  usual: z.array(UsualRoute).describe("Routes of earlier flights, the surest first, up to 5."),
});
export type FlightRoute = z.infer<typeof FlightRoute>;

const RouteParams = z.strictObject({
  callsign: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{2,10}$/)
    .meta({ description: "Call sign or flight number.", examples: ["UAL123"] }),
});

const RouteQuery = z
  .strictObject({
    at: timeFilter.optional().describe("The time at which it flies. Default: now."),
    lat: latitudeFilter.optional().describe("Where it is, degrees."),
    lon: longitudeFilter.optional().describe("Where it is, degrees."),
  })
  .check(
    checkTogether(({ value, issues }) => {
      if ((value.lat === undefined) === (value.lon === undefined)) return;
      const missing = value.lat === undefined ? "lat" : "lon";
      issues.push({
        code: "custom",
        path: [missing],
        message: "lat and lon are given together",
        input: value,
      });
    }),
  );

export const flightFactsEndpoints = {
  readRoute: endpoint({
    method: "GET",
    path: "/v1/routes/:callsign",
    summary: "Get the route of a callsign",
    description:
      "Returns where the flight comes from and goes to that flies under a callsign: from its messages, else as its flights usually did. Needs no credential; requests are limited per address.",
    tag: "flights",
    access: "open",
    limitedByAddress: true,
    params: RouteParams,
    query: RouteQuery,
    answer: FlightRoute,
    tagged: true,
    refusals: ["not_found", "rate_limited", "unavailable"],
  }),
  readFlightFacts: endpoint({
    method: "GET",
    path: "/v1/flights/:id/facts",
    summary: "Get the facts of a flight",
    description:
      "Returns what messages say about a flight, with the messages that report it. It stays when they have expired.",
    tag: "flights",
    access: "reader",
    params: FlightParams,
    answer: ReadFlightFacts,
    tagged: true,
    refusals: ["not_found"],
  }),
};
