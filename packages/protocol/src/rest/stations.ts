import { z } from "zod";
import { Instant, Message } from "../message.ts";
import { MessageStation, StationId } from "../station.ts";
import { endpoint } from "./endpoint.ts";
import { boxFilter, flagFilter, prefixFilter } from "./filters.ts";
import { MessagePageQuery } from "./messages-under.ts";
import { pageLimit, parameter, refuseEmptyRange } from "./parameters.ts";

/** A station of the public listing: nothing of its owner but whether it has one. */
export const ListedStation = z.strictObject({
  ...MessageStation.shape,
  /** From the simulator, not from a receiver. */
  simulated: z.boolean(),
  claimed: z.boolean(),
  /** Feeding now, as far as can be told. */
  online: z.boolean(),
  firstHeardAt: Instant.nullable(),
  lastHeardAt: Instant.nullable(),
  messagesCount: z.int().nonnegative(),
});
export type ListedStation = z.infer<typeof ListedStation>;

/** A station by itself. Its owner sees the exact position, and how it is set. */
export const Station = z.strictObject({
  ...ListedStation.shape,
  /** Null for everybody but the owner. */
  settings: z.strictObject({ hidden: z.boolean(), showsExactPosition: z.boolean() }).nullable(),
});
export type Station = z.infer<typeof Station>;

const cursorText = "must be a station id";
const stationNumber = z
  .string()
  .regex(/^\d{1,10}$/, cursorText)
  .transform(Number);
const StationCursor = parameter
  .pipe(stationNumber)
  .pipe(StationId.or(z.literal(0)))
  .optional();

/** The query of `GET /v1/stations`; cursors are station ids. */
export const StationQuery = z
  .strictObject({
    /** How its ident begins, in any case. */
    ident: prefixFilter(1).optional(),
    source_type: parameter.regex(/^[a-z0-9-]{1,32}$/, "must be a source type").optional(),
    online: flagFilter.optional(),
    /** West, south, east, north in degrees; by the position that is shown. */
    bbox: boxFilter.optional(),
    /** One's own, hidden ones too; `false` has no meaning of its own. */
    mine: flagFilter.optional(),
    limit: pageLimit,
    before: StationCursor,
    after: StationCursor,
  })
  .check(refuseEmptyRange);
export type StationQuery = z.infer<typeof StationQuery>;

const StationParams = z.strictObject({ id: stationNumber.pipe(StationId) });

/** What an owner changes of a station; what is left out stays. */
export const StationChange = z
  .strictObject({
    /** Degrees; both or neither, null forgets it. */
    latitude: z.number().min(-90).max(90).nullable().optional(),
    longitude: z.number().min(-180).max(180).nullable().optional(),
    /** ISO 3166, two letters. */
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two capital letters")
      .nullable()
      .optional(),
    /** Others see it to a tenth of a degree otherwise. */
    showsExactPosition: z.boolean().optional(),
    /** Nobody but its owner sees a hidden station. */
    hidden: z.boolean().optional(),
  })
  .check(({ value, issues }) => {
    const [latitude, longitude] = [value.latitude ?? null, value.longitude ?? null];
    const named = (value.latitude === undefined) === (value.longitude === undefined);
    if (named && (latitude === null) === (longitude === null)) return;
    const path = latitude === null ? "latitude" : "longitude";
    issues.push({ code: "custom", path: [path], message: "is half of a position", input: value });
  });
export type StationChange = z.infer<typeof StationChange>;

const share = z.number().min(0).max(1).nullable();

/** How a station is doing. Shares are of its messages of the last 24 hours, null without any. */
export const StationStatus = z.strictObject({
  id: StationId,
  ident: z.string(),
  online: z.boolean(),
  /** Since when it is offline; null while it is online, or was never heard. */
  since: Instant.nullable(),
  lastHeardAt: Instant.nullable(),
  /** Messages of the last hour, and the median of this hour on other days; null for its first three. */
  messagesPerHour: z.strictObject({
    now: z.number().nonnegative(),
    usual: z.number().nonnegative().nullable(),
  }),
  /** Decoders that it feeds from. */
  decoders: z.array(z.string()),
  /** Share of messages with a clock that is more than five minutes off. */
  skewedShare: share,
  /** Share of messages that another station had brought before. */
  laterShare: share,
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
    refusals: ["not_found"],
  }),
  listStationMessages: endpoint({
    method: "GET",
    path: "/v1/stations/:id/messages",
    summary: "List what a station heard",
    tag: "stations",
    access: "reader",
    params: StationParams,
    query: MessagePageQuery,
    answer: z.array(Message),
    paged: true,
    refusals: ["not_found"],
  }),
};
