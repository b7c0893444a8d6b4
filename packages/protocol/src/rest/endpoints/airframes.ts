import { z } from "zod";
import { MessageAirframe } from "../../message/airframe.ts";
import { Instant } from "../../message/message.ts";
import { endpoint } from "../endpoint.ts";
import { icaoFilter, linkFilter, prefixFilter, tailFilter } from "../filters.ts";
import { FlightListQuery, FlightSummary } from "./flights.ts";
import { ReadMessage } from "../message-include.ts";
import { MessagePageQuery } from "../messages-under.ts";
import { pageParameters, parameter, refuseEmptyRange } from "../parameters.ts";

/** An airframe, of registers, of messages or of both. */
export const Airframe = z.strictObject({
  ...MessageAirframe.shape,
  operator: z.string().nullable().describe("Who flies it, where a register says so"),
  firstHeardAt: Instant.nullable().describe("Null for what is only in a register"),
  lastHeardAt: Instant.nullable().describe("To some ten minutes"),
});
export type Airframe = z.infer<typeof Airframe>;

/** The query of `GET /v1/airframes`; cursors are airframe ids. */
export const AirframeQuery = z
  .strictObject({
    tail: tailFilter.optional(),
    icao: icaoFilter.optional(),
    type: parameter
      .regex(/^[A-Za-z][A-Za-z0-9]{1,3}$/, "must be a type designator")
      .toUpperCase()
      .optional()
      .meta({ description: "The type's designator, in any case", examples: ["B738"] }),
    owner: prefixFilter(3).optional().describe("How the owner's name begins, in any case"),
    operator: prefixFilter(3).optional().describe("How the operator's name begins, in any case"),
    ...pageParameters(linkFilter, "airframe"),
  })
  .check(refuseEmptyRange);
export type AirframeQuery = z.infer<typeof AirframeQuery>;

const airframeName = /^[A-Za-z0-9-]{2,10}$/;

/** Which airframe: its id, its 24-bit address, else its tail. */
const AirframeParams = z.strictObject({
  icao: z
    .union([
      z
        .uuid()
        .transform((id) => ({ id: id.toLowerCase() }))
        .meta({ type: "string", format: "uuid" }),
      z
        .string()
        .regex(airframeName)
        .transform((name) => ({ name: name.toUpperCase() }))
        .meta({ type: "string", pattern: airframeName.source }),
    ])
    .meta({
      description: "An airframe's 24-bit address, its tail, or its id",
      examples: ["4ACA01", "SE-ABC"],
    }),
});

const found = { params: AirframeParams, refusals: ["not_found"] } as const;

export const airframeEndpoints = {
  listAirframes: endpoint({
    method: "GET",
    path: "/v1/airframes",
    summary: "List airframes",
    description: "In the order of their ids, which says nothing else; cursors are airframe ids.",
    tag: "airframes",
    access: "reader",
    query: AirframeQuery,
    answer: z.array(Airframe),
    paged: true,
  }),
  readAirframe: endpoint({
    method: "GET",
    path: "/v1/airframes/:icao",
    summary: "Read an airframe",
    description: "By its 24-bit address, its tail, or the `airframeId` of a message.",
    tag: "airframes",
    access: "reader",
    ...found,
    answer: Airframe,
    tagged: true,
  }),
  listAirframeMessages: endpoint({
    method: "GET",
    path: "/v1/airframes/:icao/messages",
    summary: "List an airframe's messages",
    tag: "airframes",
    access: "reader",
    ...found,
    query: MessagePageQuery,
    answer: z.array(ReadMessage),
    paged: true,
  }),
  listAirframeFlights: endpoint({
    method: "GET",
    path: "/v1/airframes/:icao/flights",
    summary: "List an airframe's flights",
    tag: "airframes",
    access: "reader",
    ...found,
    query: FlightListQuery,
    answer: z.array(FlightSummary),
    paged: true,
  }),
};
