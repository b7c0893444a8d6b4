import { z } from "zod";
import { UserId } from "../../../events/chat.ts";
import { Instant } from "../../../message/message.ts";
import { StationId } from "../../../message/station.ts";
import { endpoint } from "../../endpoint.ts";
import { actionReason } from "./action-reason.ts";

/** A claim that waits for an operator. */
export const WaitingClaim = z.strictObject({
  id: z.guid(),
  station: z.strictObject({ id: StationId, ident: z.string() }),
  claimant: z.strictObject({ id: UserId, username: z.string() }),
  note: z.string().nullable().describe("The note of the claimant."),
  createdAt: Instant,
  rivals: z.array(z.string()).describe("Names of others who claim the station, up to 10."),
  networks: z
    .array(z.number().min(0).max(1))
    .describe(
      "The shares of the station's messages of the last 7 days by network, the greatest first, up to 5. The networks themselves are not stored.",
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
    .describe("The share of the station's messages that came from the network of the dispute."),
  createdAt: Instant,
});

export type WaitingDispute = z.infer<typeof WaitingDispute>;

export const operatorClaimEndpoints = {
  listWaitingClaims: endpoint({
    method: "GET",
    path: "/v1/operator/claims",
    summary: "List waiting claims",
    description: "Returns the claims that wait for a decision, oldest first, up to 100.",
    tag: "operations",
    access: "operator",
    answer: z.array(WaitingClaim),
  }),
  decideClaim: endpoint({
    method: "POST",
    path: "/v1/operator/claims/:id/decision",
    summary: "Decide a claim",
    description:
      "Approves or rejects a claim. Approved, the station belongs to the claimant. The claimant is notified with the reason. Nobody can undo it; an owner can transfer a station.",
    tag: "operations",
    access: "operator",
    params: z.strictObject({ id: z.guid().describe("The id of a claim.") }),
    body: z
      .strictObject({ approved: z.boolean(), reason: actionReason })
      .meta({ examples: [{ approved: true, reason: "named its messages of this morning" }] }),
    refusals: ["not_found"],
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
