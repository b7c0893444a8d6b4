import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { StationId, StationName } from "../../message/station.ts";
import { endpoint } from "../endpoint.ts";
import { StationParams } from "./stations.ts";

/** A request to own a station that has no owner yet. */
export const StationClaim = z.strictObject({
  id: z.guid(),
  station: z.strictObject({ id: StationId, ident: z.string() }),
  status: z
    .enum(["pending", "approved", "rejected"])
    .describe("`pending` until it is proven or the operator decides. A decision is final."),
  note: z.string().nullable().describe("The note that was sent with the claim."),
  createdAt: Instant,
  decidedAt: Instant.nullable().describe("When it was decided; `null` while the claim is pending."),
});
export type StationClaim = z.infer<typeof StationClaim>;

/** The body of `POST /v1/stations/:id/claim`. */
const StationClaimRequest = z
  .strictObject({
    note: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(500, "must not be longer than 500 characters")
      .regex(/^\P{Cc}*$/u, "must not contain control characters")
      .optional()
      .describe(
        "What shows the operator that the station is yours, for example its location and frequencies. Up to 500 characters.",
      ),
    prove: z
      .boolean()
      .default(false)
      .describe(
        "Whether to prove the claim by the address of this request. Send it from the network of the station's feeder.",
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
  url: z.string().describe("The URL to open by POST from the network of the station's feeder."),
  expiresAt: Instant,
});
export type ClaimCode = z.infer<typeof ClaimCode>;

/** The reasons why a network does not prove a claim. */
const claimFaults = ["owned", "no-messages", "several-networks", "rivals"] as const;

/** The response of `GET /v1/claim-codes/:code`. */
export const ClaimCodeDetails = z.strictObject({
  station: StationName,
  username: z.string().describe("The user who gets the station if the code is used."),
  expiresAt: Instant,
  fault: z
    .enum(claimFaults)
    .nullable()
    .describe(
      "Why the code would not succeed from your network: the station has an owner, none or less than 90 % of its messages came from here, or somebody else claims it; `null` if it would succeed.",
    ),
});
export type ClaimCodeDetails = z.infer<typeof ClaimCodeDetails>;

export const claimEndpoints = {
  claimStation: endpoint({
    method: "POST",
    path: "/v1/stations/:id/claim",
    summary: "Claim a station",
    description: `Requests ownership of a station that is visible, sends messages, and has no owner.

With \`prove\`, the claim is approved at once if at least 90 % of the station's messages of the last 7 days came from the
network of your address (IPv6: the /64), and nobody else claims the station. To prove a claim from another machine in
that network, use \`POST /v1/stations/:id/claim/code\`.

Otherwise the operator of the service decides, so describe in \`note\` what only the station's owner knows. There is no
deadline, and a claim does not expire. While a claim is \`pending\`, claiming the station again returns the same claim. An
account may have ten pending claims.

If the claim is \`approved\`, the station belongs to the account: its messages arrive as \`feed:message\` within seconds, and
it counts for a feeder key. If it is \`rejected\`, you may claim the station again. Both decisions are reported by a
notification of type \`system.announcement\` and by \`GET /v1/claims\`. If several accounts claim the same station, at most
one claim is approved.`,
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
      "Claims a station, if you have not done so, and issues a code that proves the claim: open `url` by POST from the network of the station's feeder, for example with curl on its machine. The code is valid for 15 minutes and succeeds once. An earlier code of the claim becomes invalid.",
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
    params: z.strictObject({ code: ClaimCodeText.describe("A claim code.") }),
    answer: ClaimCodeDetails,
    refusals: ["not_found", "rate_limited", "unavailable"],
  }),
  useClaimCode: endpoint({
    method: "POST",
    path: "/c/:code",
    summary: "Prove a claim by a code",
    description:
      "Approves the claim to which the code belongs, if the request comes from the network of the station's feeder. Requests of pages of other origins are refused. A code that does not succeed stays valid until it expires.",
    tag: "stations",
    access: "open",
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
