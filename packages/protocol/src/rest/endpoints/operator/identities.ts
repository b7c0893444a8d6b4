import { z } from "zod";
import { UserId } from "../../../events/chat.ts";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { parameter } from "../../parameters.ts";
import { actionReason } from "./action-reason.ts";

const claim = z
  .string()
  .min(1, "must not be empty")
  .max(255, "must not be longer than 255 characters")
  .regex(/^\P{Cc}*$/u, "must not contain control characters");

/** A user at another issuer of tokens, linked to an account. */
const OperatorIdentity = z.strictObject({
  account: z.strictObject({ id: UserId, username: z.string() }),
  issuer: z.string(),
  subject: z.string(),
  linkedAt: Instant,
});

const LinkedIdentity = z.strictObject({
  accountId: UserId,
  issuer: claim.describe("The value of `iss` in the tokens, exactly."),
  subject: claim.describe("The value of `sub` in the tokens."),
  reason: actionReason,
});

/** Accounts that tokens of other issuers open sessions of. */
export const operatorIdentityEndpoints = {
  listOperatorIdentities: endpoint({
    method: "GET",
    path: "/v1/operator/identities",
    summary: "List identities of other issuers",
    description: "Returns what is linked, the oldest first, up to 1,000.",
    tag: "operations",
    access: "operator",
    query: z.strictObject({
      account: parameter.pipe(UserId).optional().describe("Only those of this account."),
    }),
    answer: z.array(OperatorIdentity),
  }),
  linkOperatorIdentity: endpoint({
    method: "POST",
    path: "/v1/operator/identities",
    summary: "Accept tokens of another issuer for an account",
    description:
      "Tokens of this issuer (one of `AUTH_ISSUERS`) with this subject open sessions of the account.",
    tag: "operations",
    access: "operator",
    body: LinkedIdentity,
    refusals: ["not_found", "conflict"],
  }),
  unlinkOperatorIdentity: endpoint({
    method: "POST",
    path: "/v1/operator/identities/unlink",
    summary: "Stop accepting tokens of another issuer",
    description:
      "New connections refuse the tokens at once, REST within five seconds. Open connections last until their tokens expire; to end them at once, ban the account and lift the ban.",
    tag: "operations",
    access: "operator",
    body: LinkedIdentity,
    refusals: ["not_found"],
  }),
};
