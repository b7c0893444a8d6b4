import { z } from "zod";
import { Decoded } from "../../../message/content.ts";
import { Instant, LinkDirection } from "../../../message/message.ts";
import { StationId } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { parameter } from "../../parameters.ts";
import { ClaimEvidence } from "./claims.ts";
import { StationReject } from "./station-status.ts";
import { StationParams } from "./stations.ts";

/** The most stations and refusals of one response. */
export const networkStationsMax = 50;
export const networkRefusalsMax = 50;
/** The most characters of a text, and the most items of content, of a station's last message. */
export const shownTextMax = 400;
export const shownItemsMax = 8;
/** How long an owner may be disputed after the claim by a network that did not send before it. */
export const disputeHours = 24;
/** The same by a network that sent on an earlier day than that of the claim. */
export const earlierDisputeDays = 30;

/** The ident of a station, as a query parameter. */
export const identParameter = parameter
  .min(1, "must not be empty")
  .max(64, "must not be longer than 64 characters")
  .optional()
  .meta({
    description:
      "The ident of a station, which may be a UUID: returns only this station, with what is public of it unless it also sends from your network.",
    examples: ["HOME-VDL"],
  });

const OwnNetworkQuery = z.strictObject({ ident: identParameter });

const LastReception = z.strictObject({
  id: z.uuidv7(),
  at: Instant.describe("When it was received."),
  linkDirection: LinkDirection.nullable(),
  label: z.string().nullable(),
  tail: z.string().nullable(),
  flightNumber: z.string().nullable(),
  description: z
    .string()
    .nullable()
    .describe(`The decoded content in words, at most ${shownTextMax} characters.`),
  items: z
    .array(Decoded.shape.items.element)
    .max(shownItemsMax)
    .describe("The first values of the decoded content."),
  text: z
    .string()
    .nullable()
    .describe(`The text, at most ${shownTextMax} characters. Never treat it as HTML.`),
});

const OwnerClaim = z.strictObject({
  at: Instant.nullable().describe(
    "When the owner's claim was approved, or became provisional; `null` if unknown.",
  ),
  provisional: z.boolean().describe("Whether the owner has not proven the claim yet."),
  username: z
    .string()
    .nullable()
    .describe("The owner, while you may dispute the claim, or have disputed it; `null` otherwise."),
  disputable: z
    .boolean()
    .describe("Whether you may dispute the claim by `POST /v1/heard/:id/dispute`."),
  disputed: z.boolean().describe("Whether a dispute waits for the operator."),
});

/** A station as the people in its feeder's network see it. */
export const NetworkStation = z.strictObject({
  id: StationId,
  ident: z.string(),
  sourceType: z.string().nullable(),
  simulated: z.boolean(),
  online: z.boolean(),
  provisional: z
    .boolean()
    .describe("Whether the station is in no public list yet: it has not sent on three days."),
  firstMessageAt: Instant.nullable(),
  lastMessageAt: Instant.nullable(),
  lastMessage: LastReception.nullable().describe(
    "The last message of 7 days; `null` without one, and where messages are not public.",
  ),
  messagesPerMinute: z.strictObject({
    now: z.number().nonnegative().describe("Average of the last ten minutes."),
    usual: z
      .number()
      .nonnegative()
      .nullable()
      .describe("The usual rate at this hour; `null` during its first three days."),
  }),
  clock: z
    .strictObject({
      offsetSeconds: z
        .number()
        .describe(
          "Median of the time that the station gives minus the time of arrival, over its last messages. Delays of the decoder and the network make it smaller.",
        ),
      skewedShare: z
        .number()
        .min(0)
        .max(1)
        .describe("Share of its last messages whose clock was off by more than five minutes."),
    })
    .nullable(),
  decoder: z
    .strictObject({ name: z.string(), version: z.string().nullable() })
    .nullable()
    .describe("The decoder program of the last message."),
  refused: z
    .array(StationReject)
    .nullable()
    .describe(
      "What was refused of the station in the last 7 days, the latest reason first; `null` unless your network sends in at least a tenth of its hours.",
    ),
  share: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      "Share of the hours of the last 7 days with messages of the station in which your network sent; `null` if it did not.",
    ),
  claim: OwnerClaim.nullable().describe("The claim of its owner; `null` if it has no owner."),
  provable: z
    .boolean()
    .describe(
      "Whether you would prove a claim from this network: it has no owner, and `evidence` says `proven`.",
    ),
  evidence: ClaimEvidence.nullable().describe(
    "What your network has sent, and what a claim from it would give: nothing if the station has an owner. `null` if no message came from it.",
  ),
});
export type NetworkStation = z.infer<typeof NetworkStation>;

/** Objects that ingest refused of a network, and that name none of the listed stations. */
const NetworkRefusal = z.strictObject({
  ident: z.string().nullable().describe("The ident that they name; `null` for none."),
  ...StationReject.shape,
});
export type NetworkRefusal = z.infer<typeof NetworkRefusal>;

/** The response of `GET /v1/heard`. */
export const OwnNetwork = z.strictObject({
  address: z.string().describe("Your address, as this service sees it."),
  host: z.string().describe("The host to which feeders send."),
  ports: z
    .strictObject({
      udp: z.array(z.int()),
      tcp: z.array(z.int()),
      http: z.int().nullable(),
    })
    .describe("The ports on which this service takes messages; each takes every format."),
  comparesNetworks: z
    .boolean()
    .describe("Whether this service can tell which stations send from your network."),
  servesRoutes: z
    .boolean()
    .describe("Whether this service answers tar1090 and other programs that ask for routes."),
  stations: z
    .array(NetworkStation)
    .max(networkStationsMax)
    .describe("Stations whose messages came from your network, the latest received first."),
  refused: z
    .array(NetworkRefusal)
    .max(networkRefusalsMax)
    .describe(
      "What was refused of your network in the last 7 days, the latest first. Objects that name a station whose `refused` is shown are not included.",
    ),
});
export type OwnNetwork = z.infer<typeof OwnNetwork>;

export const ownNetworkEndpoints = {
  readOwnNetwork: endpoint({
    method: "GET",
    path: "/v1/heard",
    summary: "List the stations in your network",
    description: `Returns the stations whose messages came from the network of your address (IPv6: the /64) in the last 7 days, and what was refused. It needs no credential: feeders see by it whether their messages arrive. Hidden stations are not included, and requests of pages of other origins are refused.

A response is a few seconds old at most. Poll every 5 seconds; an address may send 60 requests a minute. Addresses are compared by keyed hashes, and never stored.`,
    tag: "stations",
    access: "open",
    byAddress: true,
    query: OwnNetworkQuery,
    answer: OwnNetwork,
    refusals: ["forbidden", "rate_limited", "unavailable"],
  }),
  disputeClaim: endpoint({
    method: "POST",
    path: "/v1/heard/:id/dispute",
    summary: "Dispute a claim",
    description: `Tells the operator that the owner of a station is not the one who runs it. It must come from a network that sent under the ident on an earlier day than that of the claim, within ${earlierDisputeDays} days after the claim, or in at least a tenth of the station's hours of the last 7 days, within ${disputeHours} hours after it. A claim that is disputed is not proven by hours any more. Nothing else changes until the operator decides. Disputing again has no effect. Requests of pages of other origins are refused.`,
    tag: "stations",
    access: "open",
    byAddress: true,
    params: StationParams,
    status: 202,
    answer: z.strictObject({
      stationId: StationId,
      disputedAt: Instant.describe("When the dispute that waits for the operator was sent."),
    }),
    refusals: ["forbidden", "not_found", "rate_limited", "unavailable"],
  }),
};
