import { z } from "zod";
import { PositionSource } from "../../../message/content.ts";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { filterAliases } from "../../aliases/query-aliases.ts";
import { timeFilter } from "../../filters.ts";
import { messageFilters, refuseImpossibleFilters } from "../../message-filters.ts";
import { checkTogether, parameter } from "../../parameters.ts";

/** The most positions that are returned, and how far back they are looked for. */
const positionsMax = 5_000;
const positionHoursMax = 12;
/** How far back they are looked for by default. */
export const positionMinutesDefault = 90;
/** Clocks of clients differ, and a request takes a while. */
const slackMs = 5 * 60_000;

/** The newest position of an airframe. */
export const AirframePosition = z.strictObject({
  airframeId: z.string(),
  icao: z.string().nullable().describe("ICAO 24-bit address of the airframe."),
  tail: z.string().nullable(),
  type: z.string().nullable().describe("ICAO type designator of the airframe."),
  flightId: z.string().nullable(),
  flight: z
    .string()
    .nullable()
    .describe(
      "Identifier of the flight: with ICAO airline code if the airline is known, else as received.",
    ),
  latitude: z.number().describe("Degrees."),
  longitude: z.number().describe("Degrees."),
  altitude: z.number().nullable().describe("Feet."),
  track: z
    .number()
    .nullable()
    .describe(
      "Degrees from true north: as the message states it, else the course from the position before.",
    ),
  trackDerived: z
    .boolean()
    .describe("Whether `track` was computed, because the message does not state it."),
  speed: z.number().nullable().describe("Ground speed in knots, if the message states it."),
  timestamp: Instant.describe("When the message with the position was received."),
  sourceType: z.string(),
  positionSource: PositionSource.nullable(),
  messageId: z.string().describe("The id of the message with the position."),
});
export type AirframePosition = z.infer<typeof AirframePosition>;

const {
  group: _group,
  first: _first,
  since: _since,
  until: _until,
  has_position: _hasPosition,
  error_max: _errorMax,
  ...filters
} = messageFilters;

const limitText = `must be a whole number from 1 to ${positionsMax}`;

/** The query of `GET /v1/positions`. */
const PositionQuery = z
  .strictObject({
    ...filters,
    since: timeFilter
      .optional()
      .describe(
        `Only positions that were received at or after this time, at most ${positionHoursMax} hours ago. Default: ${positionMinutesDefault} minutes ago.`,
      ),
    limit: parameter
      .regex(/^\d{1,4}$/, limitText)
      .transform(Number)
      .pipe(z.int().min(1, limitText).max(positionsMax, limitText))
      .default(positionsMax)
      .describe(`Maximum number of positions. Default and maximum: ${positionsMax}.`),
  })
  .check(
    refuseImpossibleFilters,
    checkTogether(({ value, issues }) => {
      if (value.since === undefined) return;
      const ageMs = Date.now() - Date.parse(value.since);
      if (ageMs <= positionHoursMax * 3_600_000 + slackMs) return;
      const message = `must not be more than ${positionHoursMax} hours ago`;
      issues.push({ code: "custom", path: ["since"], message, input: value });
    }),
  );

export const positionEndpoints = {
  listPositions: endpoint({
    method: "GET",
    path: "/v1/positions",
    summary: "List the newest positions",
    description: `Returns the newest position of each airframe, the newest first, at most ${positionsMax}: of all positions, or of those that match the filters, which compare the newest messages with a position that each station received of the airframe, by source type and application. \`bbox\`, \`text\` and \`q\` select by the newest position. An airframe is left out while it cannot have flown to its newest position from the one that its flight shows: at most 1,300 knots, and 30 nautical miles more. Positions without a flight are not compared.`,
    tag: "airframes",
    access: "reader",
    query: PositionQuery,
    aliases: filterAliases,
    answer: z.array(AirframePosition),
    headers: ["X-Result-Count"],
  }),
};
