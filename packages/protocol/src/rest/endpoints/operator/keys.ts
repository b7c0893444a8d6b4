import { z } from "zod";
import { UserId } from "../../../events/chat.ts";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { defaultKeyScopes, KeyScope, KeyScopes } from "../../key-scopes.ts";
import { parameter } from "../../parameters.ts";
import { ActionReason, actionReason } from "./action-reason.ts";

const tierName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "must have 1 to 32 characters of a-z, 0-9 and hyphen");

/** An API key as operators see it. */
export const OperatorKey = z.strictObject({
  id: z.guid(),
  account: z.strictObject({ id: UserId, username: z.string() }),
  tier: z.string(),
  scopes: z.array(KeyScope),
  label: z.string().nullable(),
  hint: z.string().describe("The first characters of the key."),
  createdAt: Instant,
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
  lastUsedAt: Instant.nullable(),
});
export type OperatorKey = z.infer<typeof OperatorKey>;

/** A tier with its limit. */
const Tier = z.strictObject({
  name: z.string(),
  requestsPerMinute: z.int().positive(),
  keys: z.int().nonnegative().describe("Active keys."),
});

const tierParams = z.strictObject({ name: tierName.describe("The name of a tier.") });

export const operatorKeyEndpoints = {
  listOperatorKeys: endpoint({
    method: "GET",
    path: "/v1/operator/keys",
    summary: "List API keys",
    description: "Returns API keys, newest first, up to 500.",
    tag: "operations",
    access: "operator",
    query: z.strictObject({
      account: parameter.pipe(UserId).optional().describe("Only keys of this account."),
      tier: parameter.pipe(tierName).optional().describe("Only keys of this tier."),
    }),
    answer: z.array(OperatorKey),
  }),
  issueOperatorKey: endpoint({
    method: "POST",
    path: "/v1/operator/keys",
    summary: "Issue an API key",
    description: "Issues a key for an account, in any tier. The key is shown only once.",
    tag: "operations",
    access: "operator",
    body: z.strictObject({
      accountId: UserId,
      tier: tierName,
      scopes: KeyScopes.default([...defaultKeyScopes]).describe(
        "What the key may be used for. `operate` is possible for operators only.",
      ),
      label: z
        .string()
        .trim()
        .min(1)
        .max(64)
        .regex(/^\P{Cc}*$/u)
        .optional(),
      expiresAt: z.iso
        .datetime({ offset: true })
        .refine((text) => Date.parse(text) > Date.now(), "must be in the future")
        .optional(),
      reason: actionReason,
    }),
    status: 201,
    answer: z.strictObject({ id: z.guid(), key: z.string().describe("The key.") }),
    refusals: ["not_found", "sign_in_again"],
  }),
  reissueOperatorKey: endpoint({
    method: "POST",
    path: "/v1/operator/keys/:id/reissue",
    summary: "Revoke an API key and issue a replacement",
    description:
      "For a key that may be compromised. The new one has the same tier, scopes, label and expiry, and is shown only once.",
    tag: "operations",
    access: "operator",
    params: z.strictObject({ id: z.guid().describe("The id of a key.") }),
    body: ActionReason,
    status: 201,
    answer: z.strictObject({
      id: z.guid(),
      key: z.string().describe("The key."),
      revoked: z.guid().describe("The id of the key that it replaces."),
    }),
    refusals: ["not_found", "sign_in_again"],
  }),
  revokeOperatorKey: endpoint({
    method: "DELETE",
    path: "/v1/operator/keys/:id",
    summary: "Revoke an API key",
    description:
      "Revokes a key of any account. It stops working within five seconds, also on open connections.",
    tag: "operations",
    access: "operator",
    params: z.strictObject({ id: z.guid().describe("The id of a key.") }),
    body: ActionReason,
    refusals: ["not_found"],
  }),
  listTiers: endpoint({
    method: "GET",
    path: "/v1/operator/tiers",
    summary: "List tiers",
    tag: "operations",
    access: "operator",
    answer: z.array(Tier),
  }),
  setTier: endpoint({
    method: "PUT",
    path: "/v1/operator/tiers/:name",
    summary: "Add or change a tier",
    description: "Sets the limit of a tier, for all of its keys within five seconds.",
    tag: "operations",
    access: "operator",
    params: tierParams,
    body: z.strictObject({
      requestsPerMinute: z.int().min(1).max(1_000_000),
      reason: actionReason,
    }),
    refusals: [],
  }),
  removeTier: endpoint({
    method: "DELETE",
    path: "/v1/operator/tiers/:name",
    summary: "Remove a tier",
    description: "Removes a tier that no key has ever been of.",
    tag: "operations",
    access: "operator",
    params: tierParams,
    body: ActionReason,
    refusals: ["not_found", "conflict"],
  }),
};
