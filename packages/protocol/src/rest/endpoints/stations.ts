import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { MessageStation, StationId } from "../../message/station.ts";
import { endpoint } from "../endpoint.ts";
import { boxFilter, flagFilter, prefixFilter } from "../filters.ts";
import { ReadMessage } from "../message-include.ts";
import { MessagePageQuery } from "../messages-under.ts";
import { checkTogether, pageParameters, parameter, refuseEmptyRange } from "../parameters.ts";

/** A station of the public listing: nothing of its owner but whether it has one. */
export const ListedStation = z.strictObject({
  ...MessageStation.shape,
  simulated: z.boolean().describe("From the simulator, not from a receiver"),
  claimed: z.boolean(),
  online: z
    .boolean()
    .describe(
      "Feeding now, as far as can be told: a claimed station by its own rhythm, as its owner is told; any other while it was heard within a quarter of an hour",
    ),
  firstHeardAt: Instant.nullable(),
  lastHeardAt: Instant.nullable(),
  messagesCount: z.int().nonnegative(),
});
export type ListedStation = z.infer<typeof ListedStation>;

/** A station by itself. Its owner sees the exact position, and how it is set. */
export const Station = z.strictObject({
  ...ListedStation.shape,
  settings: z
    .strictObject({ hidden: z.boolean(), showsExactPosition: z.boolean() })
    .nullable()
    .describe("Null for everybody but the owner"),
});
export type Station = z.infer<typeof Station>;

const cursorText = "must be a station id";
const stationNumber = z
  .string()
  .regex(/^\d{1,10}$/, cursorText)
  .transform(Number);
const StationCursor = parameter
  .pipe(stationNumber)
  .pipe(z.int().nonnegative().max(2_147_483_647, cursorText));

/** The query of `GET /v1/stations`; cursors are station ids. */
export const StationQuery = z
  .strictObject({
    ident: prefixFilter(1).optional().describe("How its ident begins, in any case"),
    source_type: parameter
      .regex(/^[a-z0-9-]{1,32}$/, "must be a source type")
      .optional()
      .meta({ description: "What it receives", examples: ["vdl"] }),
    online: flagFilter.optional().describe("Feeding now, or not"),
    bbox: boxFilter
      .optional()
      .describe("West, south, east, north in degrees; by the position that is shown"),
    mine: flagFilter
      .optional()
      .describe("One's own, hidden ones too; `false` has no meaning of its own"),
    ...pageParameters(StationCursor, "station"),
  })
  .check(refuseEmptyRange);
export type StationQuery = z.infer<typeof StationQuery>;

/** The station that a path names. */
export const StationParams = z.strictObject({
  id: stationNumber.pipe(StationId).describe("A station's id"),
});

/** What an owner changes of a station; what is left out stays. */
export const StationChange = z
  .strictObject({
    latitude: z
      .number()
      .min(-90)
      .max(90)
      .nullable()
      .optional()
      .describe("Degrees; both or neither, null forgets it"),
    longitude: z.number().min(-180).max(180).nullable().optional().describe("Degrees"),
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two capital letters")
      .nullable()
      .optional()
      .describe("ISO 3166, two letters"),
    showsExactPosition: z
      .boolean()
      .optional()
      .describe("Others see it to a tenth of a degree otherwise"),
    hidden: z.boolean().optional().describe("Nobody but its owner sees a hidden station"),
  })
  .check(
    checkTogether(({ value, issues }) => {
      const [latitude, longitude] = [value.latitude ?? null, value.longitude ?? null];
      const named = (value.latitude === undefined) === (value.longitude === undefined);
      if (named && (latitude === null) === (longitude === null)) return;
      const path = latitude === null ? "latitude" : "longitude";
      issues.push({ code: "custom", path: [path], message: "is half of a position", input: value });
    }),
  );
export type StationChange = z.infer<typeof StationChange>;

const share = z.number().min(0).max(1).nullable();

/** How a station is doing. Shares are of its messages of the last 24 hours, null without any. */
export const StationStatus = z.strictObject({
  id: StationId,
  ident: z.string(),
  online: z.boolean(),
  since: Instant.nullable().describe(
    "Since when it is offline: when it was heard last, or its owner was told. Null while it is online, or was never heard",
  ),
  lastHeardAt: Instant.nullable(),
  messagesPerHour: z.strictObject({
    now: z.number().nonnegative().describe("Messages of the last hour"),
    usual: z
      .number()
      .nonnegative()
      .nullable()
      .describe("The median of this hour on other days; null for its first three"),
  }),
  decoders: z.array(z.string()).describe("Decoders that it feeds from"),
  skewedShare: share.describe("Share of messages with a clock that is more than five minutes off"),
  laterShare: share.describe("Share of messages that another station had brought before"),
});
export type StationStatus = z.infer<typeof StationStatus>;

export const stationEndpoints = {
  listStations: endpoint({
    method: "GET",
    path: "/v1/stations",
    summary: "List stations",
    description:
      "The public listing, newest first; cursors are station ids. With `mine=true` the stations of who asks, hidden ones too.",
    tag: "stations",
    access: "reader",
    query: StationQuery,
    answer: z.array(ListedStation),
    paged: true,
  }),
  readStation: endpoint({
    method: "GET",
    path: "/v1/stations/:id",
    summary: "Read a station",
    tag: "stations",
    access: "reader",
    params: StationParams,
    answer: Station,
    tagged: true,
    refusals: ["not_found"],
  }),
  changeStation: endpoint({
    method: "PATCH",
    path: "/v1/stations/:id",
    summary: "Change a station of one's own",
    tag: "stations",
    access: "account",
    params: StationParams,
    body: StationChange,
    answer: Station,
    refusals: ["not_found"],
  }),
  readStationStatus: endpoint({
    method: "GET",
    path: "/v1/stations/:id/status",
    summary: "How a station is doing",
    tag: "stations",
    access: "reader",
    params: StationParams,
    answer: StationStatus,
    refusals: ["not_found"],
  }),
  readStationBadge: endpoint({
    method: "GET",
    path: "/v1/stations/:id/status.svg",
    summary: "A station's status as a badge",
    description: "A small picture for web pages, of visible stations, a minute old at most.",
    tag: "stations",
    access: "open",
    params: StationParams,
    mediaTypes: ["image/svg+xml"],
    status: 200,
    refusals: ["not_found", "unavailable"],
  }),
  listStationMessages: endpoint({
    method: "GET",
    path: "/v1/stations/:id/messages",
    summary: "List what a station heard",
    tag: "stations",
    access: "reader",
    params: StationParams,
    query: MessagePageQuery,
    answer: z.array(ReadMessage),
    paged: true,
    refusals: ["not_found"],
  }),
};
