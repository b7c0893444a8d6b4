import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { StationId } from "../../message/station.ts";
import { endpoint } from "../endpoint.ts";
import { StationParams } from "./stations.ts";

/** A request to own a station that has no owner yet. */
export const StationClaim = z.strictObject({
  id: z.guid(),
  station: z.strictObject({ id: StationId, ident: z.string() }),
  status: z
    .enum(["pending", "approved", "rejected"])
    .describe("`pending` until the operator decides. A decision is final."),
  note: z.string().nullable().describe("The note that was sent with the claim."),
  createdAt: Instant,
  decidedAt: Instant.nullable().describe(
    "When the operator decided; `null` while the claim is pending.",
  ),
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
  })
  .default({})
  .meta({ examples: [{ note: "On my roof in Solna since May, on 131.725 and 136.875 MHz" }] });

export const claimEndpoints = {
  claimStation: endpoint({
    method: "POST",
    path: "/v1/stations/:id/claim",
    summary: "Claim a station",
    description: `Requests ownership of a station that is visible, sends messages, and has no owner.

The operator of the service decides. Messages do not prove who owns a station, so describe in \`note\` what only its owner
knows. There is no deadline, and a claim does not expire. While a claim is \`pending\`, claiming the station again returns
the same claim. An account may have ten pending claims.

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
