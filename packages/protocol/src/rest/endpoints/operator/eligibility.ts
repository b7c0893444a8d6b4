import { z } from "zod";
import { UserId } from "../../../events/chat.ts";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { Eligibility } from "../accounts/accounts.ts";
import { actionReason } from "./action-reason.ts";

const count = z.int().nonnegative();
const accountParams = z.strictObject({ id: UserId.describe("The id of an account.") });

/** Whether an account may issue itself feeder keys, as operators see it in a list. */
const ListedEligibility = z.strictObject({
  account: z.strictObject({ id: UserId, username: z.string() }),
  eligible: z.boolean(),
  stations: count,
  eligibleStations: count,
  computedAt: Instant.nullable(),
  override: z.boolean().nullable().describe("What an operator has set; `null` for nothing."),
  reason: z.string().nullable(),
  until: Instant.nullable(),
});

/** The endpoints of the right to issue oneself feeder keys. */
export const operatorEligibilityEndpoints = {
  listEligibility: endpoint({
    method: "GET",
    path: "/v1/operator/eligibility",
    summary: "List which accounts may issue feeder keys",
    description:
      "Returns the accounts with stations, as it was computed last, by their names, up to 1,000.",
    tag: "operations",
    access: "operator",
    answer: z.array(ListedEligibility),
  }),
  readEligibility: endpoint({
    method: "GET",
    path: "/v1/operator/accounts/:id/eligibility",
    summary: "Get whether an account may issue feeder keys",
    description:
      "An account may issue feeder keys if one of its stations is visible, was first received at least seven days ago, and is active now. It is computed now.",
    tag: "operations",
    access: "operator",
    params: accountParams,
    answer: Eligibility,
    refusals: ["not_found"],
  }),
  setEligibility: endpoint({
    method: "PUT",
    path: "/v1/operator/accounts/:id/eligibility",
    summary: "Override whether an account may issue feeder keys",
    description:
      "Replaces what follows from the account's stations, until `until`. Keys that were issued before stay valid.",
    tag: "operations",
    access: "operator",
    params: accountParams,
    body: z.strictObject({
      eligible: z.boolean().nullable().describe("`null`: what follows from its stations."),
      until: z.iso
        .datetime({ offset: true })
        .refine((text) => Date.parse(text) > Date.now(), "must be in the future")
        .optional()
        .describe("When it ends. Without it, it does not end."),
      reason: actionReason,
    }),
    status: 200,
    answer: Eligibility,
    refusals: ["not_found"],
  }),
};
