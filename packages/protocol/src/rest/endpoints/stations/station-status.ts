import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { StationId } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { laterShare, messagesPerHour, share, StationParams } from "./stations.ts";

/** The health of a station. Shares refer to its messages of the last 24 hours; null without any. */
export const StationStatus = z.strictObject({
  id: StationId,
  ident: z.string(),
  online: z.boolean(),
  since: Instant.nullable().describe(
    "Since when the station is offline; `null` if it is online or has never sent a message.",
  ),
  lastHeardAt: Instant.nullable(),
  messagesPerHour,
  decoders: z.array(z.string()).describe("Decoder programs that its messages come from."),
  skewedShare: share.describe(
    "Share of messages, 0 to 1, whose clock was off by more than five minutes.",
  ),
  laterShare,
  provenShare: share.describe("Share of messages, 0 to 1, that a key of the station proved."),
  clockOffsetSeconds: z
    .number()
    .nullable()
    .describe(
      "Median of how far the station's clock is ahead, less the time of the way to the service; `null` without messages.",
    ),
  programs: z
    .array(
      z.strictObject({
        name: z.string(),
        version: z.string().nullable().describe("`null` if the program does not send it."),
      }),
    )
    .describe("The programs of `decoders` with their versions."),
});
export type StationStatus = z.infer<typeof StationStatus>;

/** Objects of a station that ingest refused for one reason in the last 7 days. */
export const StationReject = z.strictObject({
  reason: z
    .string()
    .describe(
      "Why they were refused: for example `unproven` (without a valid station key), `station-rate`, `address-rate`, `decoder-error`, `bad-field`, `blocked`. More may be added.",
    ),
  count: z.int().positive().describe("Refused objects of the last 7 days."),
  lastAt: Instant.describe("When the last one was refused."),
  detail: z
    .string()
    .describe(
      "What was wrong with the last one; empty for limits. It contains nothing of its text.",
    ),
});
export type StationReject = z.infer<typeof StationReject>;

export const stationStatusEndpoints = {
  readStationStatus: endpoint({
    method: "GET",
    path: "/v1/stations/:id/status",
    summary: "Get a station's status",
    description:
      "Returns whether a station is online, its traffic compared with the usual one, and its decoders.",
    tag: "stations",
    access: "reader",
    params: StationParams,
    answer: StationStatus,
    refusals: ["not_found"],
  }),
  listStationRejects: endpoint({
    method: "GET",
    path: "/v1/stations/:id/rejects",
    summary: "List a station's refused objects",
    description:
      "Returns what was refused of one of your stations in the last 7 days, by reason, the latest first. Objects that name no station, such as text that is not JSON, are not included.",
    tag: "stations",
    access: "account",
    params: StationParams,
    answer: z.array(StationReject),
    refusals: ["not_found"],
  }),
  readStationBadge: endpoint({
    method: "GET",
    path: "/v1/stations/:id/status.svg",
    summary: "Get a status badge",
    description:
      "Returns a small SVG image with the status of a visible station, for web pages. It is at most one minute old. An address may load 120 badges a minute.",
    tag: "stations",
    access: "open",
    params: StationParams,
    mediaTypes: ["image/svg+xml"],
    status: 200,
    refusals: ["not_found", "rate_limited", "unavailable"],
  }),
};
