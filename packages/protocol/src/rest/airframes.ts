import { z } from "zod";
import { MessageAirframe } from "../airframe.ts";
import { Instant, Message } from "../message.ts";
import { endpoint } from "./endpoint.ts";
import { icaoFilter, linkFilter, prefixFilter, tailFilter } from "./filters.ts";
import { flightListQuery, FlightSummary } from "./flights.ts";
import { MessagePageQuery } from "./messages-under.ts";
import { pageLimit, parameter, refuseEmptyRange } from "./parameters.ts";

/** An airframe, of registers, of messages or of both. */
export const Airframe = z.strictObject({
  ...MessageAirframe.shape,
  /** Who flies it, where a register says so. */
  operator: z.string().nullable(),
  /** Null for what is only in a register; the last to some ten minutes. */
  firstHeardAt: Instant.nullable(),
  lastHeardAt: Instant.nullable(),
});
export type Airframe = z.infer<typeof Airframe>;

/** The query of `GET /v1/airframes`; cursors are airframe ids. */
export const AirframeQuery = z
  .strictObject({
    /** With or without hyphens, in any case. */
    tail: tailFilter.optional(),
    icao: icaoFilter.optional(),
    /** The type's designator: `B738`. */
    type: parameter
      .regex(/^[A-Za-z][A-Za-z0-9]{1,3}$/, "must be a type designator")
      .transform((text) => text.toUpperCase())
      .optional(),
    /** How they begin, in any case. */
    owner: prefixFilter(3).optional(),
    operator: prefixFilter(3).optional(),
    limit: pageLimit,
    before: linkFilter.optional(),
    after: linkFilter.optional(),
  })
  .check(refuseEmptyRange);
export type AirframeQuery = z.infer<typeof AirframeQuery>;

/** Which airframe: its id, its 24-bit address, else its tail. */
const AirframeParams = z.strictObject({
  icao: z.union([
    z.uuid().transform((id) => ({ id: id.toLowerCase() })),
    z
      .string()
      .regex(/^[A-Za-z0-9-]{2,10}$/)
      .transform((name) => ({ name: name.toUpperCase() })),
  ]),
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
  }),
  listAirframeMessages: endpoint({
    method: "GET",
    path: "/v1/airframes/:icao/messages",
    summary: "List an airframe's messages",
    tag: "airframes",
    access: "reader",
    ...found,
    query: MessagePageQuery,
    answer: z.array(Message),
    paged: true,
  }),
  listAirframeFlights: endpoint({
    method: "GET",
    path: "/v1/airframes/:icao/flights",
    summary: "List an airframe's flights",
    tag: "airframes",
    access: "reader",
    ...found,
    query: z.strictObject(flightListQuery),
    answer: z.array(FlightSummary),
    paged: true,
  }),
};
