import { z } from "zod";
import { MessageAirframe } from "../../../message/airframe.ts";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { cursorAliases } from "../../aliases/query-aliases.ts";
import {
  aircraftTypeFilter,
  icaoFilter,
  linkFilter,
  prefixFilter,
  tailFilter,
} from "../../filters.ts";
import { FlightListQuery, FlightSummary } from "./flights.ts";
import { ReadMessage } from "../../message-include.ts";
import { MessagePageQuery } from "../../message-page.ts";
import { pageParameters, refuseEmptyRange } from "../../parameters.ts";

/** An airframe, known from registers, from messages or from both. */
export const Airframe = z.strictObject({
  ...MessageAirframe.shape,
  countryCode: z
    .string()
    .nullable()
    .describe(
      "ISO 3166-1 alpha-2 code of the country whose block contains the 24-bit address; `null` if there is none.",
    ),
  operator: z
    .string()
    .nullable()
    .describe("The operator according to a register; `null` if unknown."),
  firstHeardAt: Instant.nullable().describe(
    "When a message of the airframe was first received; `null` if it is known only from a register.",
  ),
  lastHeardAt: Instant.nullable().describe(
    "When a message of the airframe was last received, accurate to about ten minutes.",
  ),
});
export type Airframe = z.infer<typeof Airframe>;

/** Stations of how many owners outweigh a register: a single feeder may invent messages, and receivers make errors. */
export const tailOwnersMin = 3;

/** A tail that messages name together with the address of the airframe. */
export const ReceivedTail = z.strictObject({
  tail: z.string().describe("As it was received last."),
  transmissions: z.int().positive().describe("How many transmissions name both."),
  stations: z.int().positive().describe("How many stations received them."),
  owners: z
    .int()
    .nonnegative()
    .describe(
      "Of how many owners these stations are. One without an owner counts for itself; one that has not sent on three days does not count.",
    ),
  firstAt: Instant.describe("When the first of them was received."),
  lastAt: Instant.describe("When the last of them was received."),
  messageIds: z.array(z.string()).describe("Up to 5 of the messages, the oldest first."),
});
export type ReceivedTail = z.infer<typeof ReceivedTail>;

/** An airframe with what its tail is known from. */
export const AirframeWithTails = z.strictObject({
  ...Airframe.shape,
  tailSource: z
    .enum(["register", "messages"])
    .nullable()
    .describe(
      `What \`tail\` is known from. A register counts until stations of ${tailOwnersMin} owners have received another tail with the address.`,
    ),
  registerTail: z.string().nullable().describe("The tail according to a register."),
  receivedTails: z
    .array(ReceivedTail)
    .describe(
      "Up to 4 tails that messages of the last 90 days name together with the address, those of enough owners first. Tails that differ contradict each other.",
    ),
});
export type AirframeWithTails = z.infer<typeof AirframeWithTails>;

/** The query of `GET /v1/airframes`; cursors are airframe ids. */
const AirframeQuery = z
  .strictObject({
    tail: tailFilter.optional(),
    icao: icaoFilter.optional(),
    type: aircraftTypeFilter.optional(),
    owner: prefixFilter(3)
      .optional()
      .describe("Prefix of the owner's name, case-insensitive, at least 3 characters."),
    operator: prefixFilter(3)
      .optional()
      .describe("Prefix of the operator's name, case-insensitive, at least 3 characters."),
    ...pageParameters(linkFilter, "an airframe"),
  })
  .check(refuseEmptyRange);

const airframeName = /^[A-Za-z0-9-]{2,10}$/;

/** Selects an airframe by its id, its 24-bit address, or its tail. */
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
      description: "The airframe's 24-bit address (6 hex digits), its tail, or its id.",
      examples: ["4ACA01", "SE-ABC"],
    }),
});

const found = { params: AirframeParams, refusals: ["not_found"] } as const;

export const airframeEndpoints = {
  listAirframes: endpoint({
    method: "GET",
    path: "/v1/airframes",
    summary: "List airframes",
    description:
      "Returns airframes by descending id. Ids are hashes, so the order has no further meaning. Cursors are airframe ids.",
    tag: "airframes",
    access: "reader",
    query: AirframeQuery,
    answer: z.array(Airframe),
    paged: true,
  }),
  readAirframe: endpoint({
    method: "GET",
    path: "/v1/airframes/:icao",
    summary: "Get an airframe",
    description:
      "Returns one airframe by its 24-bit address, its tail, or the `airframeId` of a message.",
    tag: "airframes",
    access: "reader",
    ...found,
    answer: AirframeWithTails,
    tagged: true,
  }),
  listAirframeMessages: endpoint({
    method: "GET",
    path: "/v1/airframes/:icao/messages",
    summary: "List an airframe's messages",
    description: "Returns the airframe's messages, newest first. Cursors are message ids.",
    tag: "airframes",
    access: "reader",
    ...found,
    query: MessagePageQuery,
    aliases: cursorAliases,
    answer: z.array(ReadMessage),
    paged: true,
  }),
  listAirframeFlights: endpoint({
    method: "GET",
    path: "/v1/airframes/:icao/flights",
    summary: "List an airframe's flights",
    description:
      "Returns the airframe's flights, the latest first reception first. Cursors are flight ids.",
    tag: "airframes",
    access: "reader",
    ...found,
    query: FlightListQuery,
    answer: z.array(FlightSummary),
    paged: true,
  }),
};
