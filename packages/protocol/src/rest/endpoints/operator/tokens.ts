import { z } from "zod";
import { UserId } from "../../../events/chat.ts";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { actionReason } from "./action-reason.ts";

/** The lifetime of a session token, seconds: 15 minutes by default, at most a day. */
export const sessionTokenSeconds = { default: 900, max: 86_400 } as const;

/** Session tokens, and the keys that sign them. */
export const operatorTokenEndpoints = {
  issueSessionToken: endpoint({
    method: "POST",
    path: "/v1/operator/tokens",
    summary: "Issue a session token",
    description:
      "Issues a token (JWT) that gives access to chat, notifications and presence of an account in the realtime interface (handshake field `token`).",
    tag: "operations",
    access: "operator",
    body: z.strictObject({
      accountId: UserId,
      ttlSeconds: z
        .int()
        .min(1, "must be at least 1")
        .max(sessionTokenSeconds.max, `must be at most ${sessionTokenSeconds.max}`)
        .default(sessionTokenSeconds.default)
        .describe("Lifetime in seconds."),
      reason: actionReason,
    }),
    status: 201,
    answer: z.strictObject({ token: z.string(), userId: UserId }),
    refusals: ["not_found", "sign_in_again"],
  }),
  revokeSessionToken: endpoint({
    method: "POST",
    path: "/v1/operator/tokens/revoke",
    summary: "Revoke a session token",
    description: "Ends a token and the sessions that it opened within five seconds.",
    tag: "operations",
    access: "operator",
    body: z.strictObject({ token: z.string().min(1).max(8_192), reason: actionReason }),
    status: 200,
    answer: z.strictObject({ tokenId: z.string(), userId: z.string() }),
    refusals: ["not_found"],
  }),
  rotateSigningKey: endpoint({
    method: "POST",
    path: "/v1/operator/signing-keys",
    summary: "Replace the signing key of session tokens",
    description:
      "The new key is published for ten minutes before it signs. Older keys verify until the last token that they signed has expired. With `now`, for a key that may be compromised, tokens of older keys are refused within a minute; open connections end when their tokens expire.",
    tag: "operations",
    access: "operator",
    body: z.strictObject({
      now: z
        .boolean()
        .default(false)
        .describe("Signs with the new key at once, and stops accepting older keys."),
      reason: actionReason,
    }),
    status: 201,
    answer: z.strictObject({ kid: z.string(), signsFrom: Instant, othersUntil: Instant }),
    refusals: ["sign_in_again"],
  }),
};
