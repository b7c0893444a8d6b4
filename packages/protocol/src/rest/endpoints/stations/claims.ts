import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { StationId, StationName } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { textLines } from "../../text-lines.ts";
import { provingDays, provingHours } from "../../proving.ts";
import { StationParams } from "./stations.ts";

/** The reasons why what a network has sent does not prove a claim. */
const claimFaults = [
  "no-messages",
  "earlier-network",
  "several-networks",
  "too-few-hours",
  "disputed",
  "owner-erased",
  "unknown",
] as const;

/** Says what a network has sent under the ident of a station, and what that proves. */
export const ClaimEvidence = z
  .strictObject({
    hours: z
      .int()
      .nonnegative()
      .describe(
        `Hours of the last 30 days in which the network sent messages; ${provingHours} are required.`,
      ),
    days: z
      .int()
      .nonnegative()
      .describe(`Days of those on which it did; ${provingDays} are required.`),
    result: z
      .enum(["proven", "provisional", ...claimFaults])
      .describe(
        "`proven`; `provisional`: the network sent first, and the station is in its first three days; otherwise why a claim waits for more hours or for the operator: `too-few-hours`; `no-messages` from the network; `earlier-network`: another network sent before; `several-networks`: it sent in less than 90 % of the hours in which anybody did; `disputed`; `owner-erased`: the last owner's account was erased, so the operator alone decides; `unknown`: there is no such station any more.",
      ),
  })
  .describe("What a network has sent under the ident of the station, and what that proves.");
export type ClaimEvidence = z.infer<typeof ClaimEvidence>;

/** A request to own a station that has no owner yet. */
export const StationClaim = z.strictObject({
  id: z.guid(),
  station: z.strictObject({ id: StationId, ident: z.string() }),
  status: z
    .enum(["pending", "provisional", "approved", "rejected"])
    .describe(
      "`pending` until it is proven or the operator decides; `provisional`: the station is yours, and the claim is not proven yet. A decision is final.",
    ),
  note: z.string().nullable().describe("The note that was sent with the claim."),
  createdAt: Instant,
  decidedAt: Instant.nullable().describe("When it was decided; `null` until then."),
  evidence: ClaimEvidence.nullable().describe(
    "What the network has sent from which the claim was made; `null` if it was made without `prove` or a code, if another network sent before, and once it is decided.",
  ),
});
export type StationClaim = z.infer<typeof StationClaim>;

/** The body of `POST /v1/stations/:id/claim`. */
const StationClaimRequest = z
  .strictObject({
    note: textLines(500)
      .optional()
      .describe(
        "What shows the operator that the station is yours, for example its location and frequencies. Up to 500 characters, in one or more lines.",
      ),
    prove: z
      .boolean()
      .default(false)
      .describe(
        "Whether to prove the claim by the address of this request. Send it from the network of the station's feeder. A page of another origin may not (403).",
      ),
  })
  .prefault({})
  .meta({ examples: [{ note: "On my roof in Solna since May, on 131.725 and 136.875 MHz" }] });

/** A claim code: three groups of four of 32 characters, without those that look alike. */
const ClaimCodeText = z
  .string()
  .regex(/^(?:[2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/, "must be a claim code")
  .meta({ examples: ["AB23-CD45-EF67"] });

/** The response of `POST /v1/stations/:id/claim/code`. */
export const ClaimCode = z.strictObject({
  code: ClaimCodeText,
  url: z
    .string()
    .describe(
      "The URL to open by POST from the network of the station's feeder; a path, if the service does not know its public address.",
    ),
  expiresAt: Instant,
});
export type ClaimCode = z.infer<typeof ClaimCode>;

/** The response of `GET /v1/claim-codes/:code`. */
export const ClaimCodeDetails = z.strictObject({
  station: StationName,
  username: z.string().describe("The user who gets the station if the code is used."),
  expiresAt: Instant,
  provisional: z
    .boolean()
    .describe("Whether the user would get the station provisionally, because it is new."),
  fault: z
    .enum(["owned", ...claimFaults])
    .nullable()
    .describe(
      "Why the code would not succeed from your network: `owned`, or a `result` of the claim's evidence; `null` if it would succeed.",
    ),
});
export type ClaimCodeDetails = z.infer<typeof ClaimCodeDetails>;

export const claimEndpoints = {
  claimStation: endpoint({
    method: "POST",
    path: "/v1/stations/:id/claim",
    summary: "Claim a station",
    description: `Requests ownership of a station that is visible, sends messages, and has no owner who has proven it.

With \`prove\`, the network of your address (IPv6: the /64) speaks for the claim. How many messages it sent says nothing;
it proves the claim if it sent under the ident in at least ${provingHours} hours, on at least ${provingDays} days and in 90 % of the hours in which anybody sent,
and if no other network sent before. Within the first three days of a station, the claim of the network that sent first is
\`provisional\` at once: the station is yours, with its feed, statistics and a starter key. The key policy \`required\`, a
transfer and an erasure wait for the proof, which comes by itself, within an hour of the hours that it needs. To prove a claim from another machine in
that network, use \`POST /v1/stations/:id/claim/code\`.

Otherwise the claim is \`pending\`, and the operator of the service decides, so describe in \`note\` what only the station's owner knows. A claim
that waits for more hours only is approved when they are complete. There is no
deadline, and a claim does not expire. Claiming the station again returns the same claim. An
account may have ten pending claims.

If the claim is \`approved\`, the station belongs to the account: its messages arrive as \`feed:message\` within seconds, and
it counts for a feeder key. If it is \`rejected\`, you may claim the station again; a provisional owner loses it. Decisions are reported by a
notification of type \`claim.decided\` and by \`GET /v1/claims\`. If several accounts claim the same station, at most
one claim is approved, and the claims of others do not delay a proof.`,
    tag: "stations",
    access: "account",
    params: StationParams,
    body: StationClaimRequest,
    status: 202,
    answer: StationClaim,
    refusals: ["forbidden", "not_found"],
  }),
  issueClaimCode: endpoint({
    method: "POST",
    path: "/v1/stations/:id/claim/code",
    summary: "Issue a claim code",
    description:
      "Claims a station, if you have not done so, and issues a code that proves the claim as `prove` does: open `url` by POST from the network of the station's feeder, for example with curl on its machine. The code is valid for 15 minutes and succeeds once. An earlier code of the claim becomes invalid.",
    tag: "stations",
    access: "account",
    params: StationParams,
    status: 201,
    answer: ClaimCode,
    refusals: ["forbidden", "not_found"],
  }),
  readClaimCode: endpoint({
    method: "GET",
    path: "/v1/claim-codes/:code",
    summary: "Get what a claim code does",
    description:
      "Returns which station a code would give to which user, and whether it would succeed from your network. Changes nothing. Show it before a person in the feeder's network uses the code.",
    tag: "stations",
    access: "open",
    byAddress: true,
    params: z.strictObject({ code: ClaimCodeText.describe("A claim code.") }),
    answer: ClaimCodeDetails,
    refusals: ["forbidden", "not_found", "rate_limited", "unavailable"],
  }),
  useClaimCode: endpoint({
    method: "POST",
    path: "/c/:code",
    summary: "Prove a claim by a code",
    description:
      "Proves the claim to which the code belongs by the network of the request, as `prove` does. Requests of pages of other origins are refused. A code that does not succeed stays valid until it expires.",
    tag: "stations",
    access: "open",
    byAddress: true,
    params: z.strictObject({ code: ClaimCodeText.describe("A claim code.") }),
    status: 200,
    answer: StationClaim,
    refusals: ["forbidden", "not_found", "rate_limited", "unavailable"],
  }),
  listClaims: endpoint({
    method: "GET",
    path: "/v1/claims",
    summary: "List claims",
    description: "Returns the account's latest 100 claims, newest first.",
    tag: "stations",
    access: "account",
    answer: z.array(StationClaim),
  }),
};
