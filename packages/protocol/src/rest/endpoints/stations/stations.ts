import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { sourceTypes } from "../../../message/source-types.ts";
import { MessageStation, StationId } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { cursorAliases } from "../../aliases/query-aliases.ts";
import { boxFilter, flagFilter, prefixFilter } from "../../filters.ts";
import { ReadMessage } from "../../message-include.ts";
import { MessagePageQuery } from "../../message-page.ts";
import {
  checkTogether,
  orderParameter,
  pageParameters,
  parameter,
  refuseEmptyRange,
} from "../../parameters.ts";

/** A share of messages, 0 to 1. */
export const share = z.number().min(0).max(1).nullable();

/** The rate of a station. */
export const messagesPerHour = z.strictObject({
  now: z
    .number()
    .nonnegative()
    .describe("Messages received in the last hour. Never more than are stored of the station."),
  estimated: z
    .boolean()
    .describe(
      "Whether `now` is an estimate: the messages of the present hour of the clock, and a part of those of the hour before.",
    ),
  usual: z
    .number()
    .nonnegative()
    .nullable()
    .describe("Median of the same hour on other days; `null` during its first three days."),
});

/** How often a station is not the first to receive a transmission. */
export const laterShare = share.describe(
  "Share of messages, 0 to 1, that another station had received before.",
);

/** A station shows of its owner only whether there is one. */
const listedShape = {
  ...MessageStation.shape,
  simulated: z.boolean().describe("Whether the station is simulated."),
  claimed: z.boolean().describe("Whether the station has an owner."),
  online: z
    .boolean()
    .describe(
      "Whether the station is sending messages. A claimed station is compared with its usual traffic; any other one is online if a message was received in the last 15 minutes.",
    ),
  firstHeardAt: Instant.nullable().describe("When its first message was received."),
  lastHeardAt: Instant.nullable().describe("When its last message was received."),
  messagesCount: z.int().nonnegative().describe("Messages stored from this station."),
};

/** A station as listed publicly. */
export const ListedStation = z.strictObject({
  ...listedShape,
  rates: z
    .strictObject({ messagesPerHour, laterShare })
    .optional()
    .describe(
      "Only with `include=rates`. By the latest 200 messages of a day, so that a higher rate is estimated, and up to 20 seconds old; the status of a station is more exact.",
    ),
});
export type ListedStation = z.infer<typeof ListedStation>;

/** Says whether messages without a valid key are accepted, once their station has a key. */
export const StationKeyPolicy = z.enum(["any", "required"]);

const keyPolicyText =
  "What happens to messages without a valid station key, once the station has a key. `any`: they are accepted with `authenticated: false`. `required`: they are refused.";

/** One station. Its owner also sees the exact position and the settings. */
export const Station = z.strictObject({
  ...listedShape,
  settings: z
    .strictObject({
      hidden: z.boolean(),
      showsExactPosition: z.boolean(),
      keyPolicy: StationKeyPolicy.describe(keyPolicyText),
      acceptsMessages: z.boolean(),
      proven: z
        .boolean()
        .describe(
          "Whether your claim is proven. While it is provisional, the key policy stays `any`, and the station is neither transferred nor erased.",
        ),
    })
    .nullable()
    .describe("The settings; `null` for everyone except the owner."),
  contact: z
    .strictObject({ userId: z.string(), username: z.string() })
    .nullable()
    .describe(
      "The owner, if users may write to the owner by chat; `null` otherwise, and for anonymous sessions.",
    ),
});
export type Station = z.infer<typeof Station>;

const cursorText = "must be a station id";
const stationNumber = z
  .string()
  .regex(/^\d{1,10}$/, cursorText)
  .transform(Number);
/** A cursor of a list of stations. */
export const StationCursor = parameter
  .pipe(stationNumber)
  .pipe(z.int().nonnegative().max(2_147_483_647, cursorText));

/** The kind of a station. */
export const sourceTypeParameter = parameter
  .pipe(z.enum(sourceTypes, `must be one of ${sourceTypes.join(", ")}`))
  .optional()
  .meta({ description: "Source type.", examples: ["vdl"] });

/** The query of `GET /v1/stations`; cursors are station ids. */
const StationQuery = z
  .strictObject({
    ident: prefixFilter(1).optional().describe("Prefix of the ident, case-insensitive."),
    source_type: sourceTypeParameter,
    online: flagFilter.optional().describe("Whether the station is online."),
    bbox: boxFilter
      .optional()
      .describe(
        "West, south, east, north in degrees, compared with the position that is shown. West greater than east crosses 180°.",
      ),
    include: parameter
      .pipe(z.literal("rates", "must be rates"))
      .optional()
      .describe("`rates`: adds the rate of messages and the share of later receptions."),
    mine: flagFilter
      .optional()
      .describe("`true`: only your own stations, hidden ones included. `false` has no effect."),
    order: orderParameter(["ident", "country_code", "messages_count", "last_heard_at"]),
    ...pageParameters(StationCursor, "a station"),
  })
  .check(refuseEmptyRange);

/** The station that a path names. */
export const StationParams = z.strictObject({
  id: stationNumber.pipe(StationId).describe("The id of a station."),
});

/** Changes of a station. Members that are left out stay unchanged. */
const StationChange = z
  .strictObject({
    latitude: z
      .number()
      .min(-90)
      .max(90)
      .nullable()
      .optional()
      .describe(
        "Degrees, -90 to 90. Send latitude and longitude together; `null` removes the position.",
      ),
    longitude: z
      .number()
      .min(-180)
      .max(180)
      .nullable()
      .optional()
      .describe("Degrees, -180 to 180."),
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two capital letters, for example SE")
      .nullable()
      .optional()
      .describe("ISO 3166-1 alpha-2 country code."),
    showsExactPosition: z
      .boolean()
      .optional()
      .describe(
        "Whether others see the exact position. Otherwise it is rounded to a tenth of a degree.",
      ),
    hidden: z
      .boolean()
      .optional()
      .describe("Whether only the owner sees the station and its messages."),
    keyPolicy: StationKeyPolicy.optional().describe(keyPolicyText),
    acceptsMessages: z
      .boolean()
      .optional()
      .describe("Whether signed-in users see who you are, so that they can write to you."),
  })
  .check(
    checkTogether(({ value, issues }) => {
      const [latitude, longitude] = [value.latitude ?? null, value.longitude ?? null];
      const named = (value.latitude === undefined) === (value.longitude === undefined);
      if (named && (latitude === null) === (longitude === null)) return;
      const path = latitude === null ? "latitude" : "longitude";
      issues.push({
        code: "custom",
        path: [path],
        message: "must be sent together with the other half of the position",
        input: value,
      });
    }),
  );

export const stationEndpoints = {
  listStations: endpoint({
    method: "GET",
    path: "/v1/stations",
    summary: "List stations",
    description:
      "Returns visible stations, newest first unless `order` is given. Cursors are station ids. With `mine=true` it returns your own stations, hidden ones included.",
    tag: "stations",
    access: "reader",
    query: StationQuery,
    answer: z.array(ListedStation),
    paged: true,
  }),
  readStation: endpoint({
    method: "GET",
    path: "/v1/stations/:id",
    summary: "Get a station",
    description:
      "Returns one station. A hidden station is found only by its owner, who also sees its settings.",
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
    summary: "Update a station",
    description:
      "Changes the position and the settings of one of your stations. The key policy `required` needs a proven claim (403 before).",
    tag: "stations",
    access: "account",
    params: StationParams,
    body: StationChange,
    answer: Station,
    refusals: ["forbidden", "not_found"],
  }),
  listStationMessages: endpoint({
    method: "GET",
    path: "/v1/stations/:id/messages",
    summary: "List a station's messages",
    description: "Returns the station's messages, newest first. Cursors are message ids.",
    tag: "stations",
    access: "reader",
    params: StationParams,
    query: MessagePageQuery,
    aliases: cursorAliases,
    answer: z.array(ReadMessage),
    paged: true,
    refusals: ["not_found"],
  }),
};
