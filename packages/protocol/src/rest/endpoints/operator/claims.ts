import { z } from "zod";
import { UserId } from "../../../events/chat.ts";
import { Instant } from "../../../message/message.ts";
import { StationId } from "../../../message/station.ts";
import { ClaimEvidence } from "../stations/claims.ts";
import { endpoint } from "../../endpoint.ts";
import { actionReason } from "./action-reason.ts";

/** A claim that waits for an operator, or for its proof. */
export const WaitingClaim = z.strictObject({
  id: z.guid(),
  station: z.strictObject({ id: StationId, ident: z.string() }),
  claimant: z.strictObject({ id: UserId, username: z.string() }),
  note: z.string().nullable().describe("The note of the claimant."),
  createdAt: Instant,
  provisional: z
    .boolean()
    .describe(
      "Whether the claimant has the station already, because the claim was made in its first days.",
    ),
  rivals: z.array(z.string()).describe("Names of others who claim the station, up to 10."),
  networks: z
    .array(z.number().min(0).max(1))
    .describe(
      "By network, the share of the hours of the last 30 days with messages of the station in which this network sent, the greatest first, up to 5. Several may send in one hour. The networks themselves are not stored.",
    ),
  evidence: ClaimEvidence.nullable().describe(
    "What the network of the claimant has sent; `null` if it is not known, or another one sent before.",
  ),
});
export type WaitingClaim = z.infer<typeof WaitingClaim>;

/** A dispute of a station's owner, which waits for an operator. */
export const WaitingDispute = z.strictObject({
  id: z.guid(),
  station: z.strictObject({ id: StationId, ident: z.string() }),
  owner: z.strictObject({ id: UserId, username: z.string() }),
  share: z
    .number()
    .min(0)
    .max(1)
    .describe(
      "The share of the station's hours of the last 7 days in which the network of the dispute sent.",
    ),
  createdAt: Instant,
});

export type WaitingDispute = z.infer<typeof WaitingDispute>;

export const operatorClaimEndpoints = {
  listWaitingClaims: endpoint({
    method: "GET",
    path: "/v1/operator/claims",
    summary: "List waiting claims",
    description:
      "Returns the claims that wait for a decision, oldest first, up to 100. Provisional ones are among them after 7 days: until then they may prove themselves.",
    tag: "operations",
    access: "operator",
    answer: z.array(WaitingClaim),
  }),
  decideClaim: endpoint({
    method: "POST",
    path: "/v1/operator/claims/:id/decision",
    summary: "Decide a claim",
    description:
      "Approves or rejects a claim, also a provisional one. Approved, the station belongs to the claimant, also if somebody else has it provisionally. Rejected, a provisional owner loses it. The claimant is notified with the reason. Nobody can undo it; an owner can transfer a station.",
    tag: "operations",
    access: "operator",
    params: z.strictObject({ id: z.guid().describe("The id of a claim.") }),
    body: z
      .strictObject({ approved: z.boolean(), reason: actionReason })
      .meta({ examples: [{ approved: true, reason: "named its messages of this morning" }] }),
    refusals: ["not_found", "conflict"],
  }),
  listWaitingDisputes: endpoint({
    method: "GET",
    path: "/v1/operator/disputes",
    summary: "List waiting disputes",
    description:
      "Returns disputes of the owners of stations that wait for a decision, oldest first, up to 100. Each comes from a network that the station sends from.",
    tag: "operations",
    access: "operator",
    answer: z.array(WaitingDispute),
  }),
  decideDispute: endpoint({
    method: "POST",
    path: "/v1/operator/disputes/:id/decision",
    summary: "Decide a dispute",
    description:
      "Upholds or dismisses a dispute. Upheld, the station has no owner any more, its keys are revoked, and anybody may claim it. The owner is notified with the reason.",
    tag: "operations",
    access: "operator",
    params: z.strictObject({ id: z.guid().describe("The id of a dispute.") }),
    body: z
      .strictObject({ upheld: z.boolean(), reason: actionReason })
      .meta({ examples: [{ upheld: false, reason: "the owner has moved house" }] }),
    refusals: ["not_found"],
  }),
};
