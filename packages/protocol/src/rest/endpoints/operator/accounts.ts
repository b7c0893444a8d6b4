import { z } from "zod";
import { UserId } from "../../../events/chat.ts";
import { Instant } from "../../../message/message.ts";
import { AccountRole } from "../../account-role.ts";
import { EmailAddress } from "../../email-address.ts";
import { endpoint } from "../../endpoint.ts";
import { flagFilter } from "../../filters.ts";
import { pageParameters, parameter, refuseEmptyRange } from "../../parameters.ts";
import { Erasure } from "../accounts/privacy.ts";
import { ActionReason, actionReason } from "./action-reason.ts";

const count = z.int().nonnegative();

/** An account as operators see it. */
export const OperatorAccount = z.strictObject({
  id: UserId,
  username: z.string(),
  role: AccountRole,
  tiers: z.array(z.string()).describe("The tiers of its active keys."),
  stations: count,
  keys: count.describe("Active keys."),
  createdAt: Instant,
  lastActiveAt: Instant.nullable().describe(
    "The last use of a key or of a session of the web page, accurate to a day for sessions.",
  ),
  endedAt: Instant.nullable(),
  bannedAt: Instant.nullable().describe("When it was banned from chat."),
});
export type OperatorAccount = z.infer<typeof OperatorAccount>;

const cursor = parameter.pipe(UserId);
const searched = parameter
  .trim()
  .min(1, "must not be empty")
  .max(64, "must not be longer than 64 characters")
  .optional();
const AccountQuery = z
  .strictObject({
    q: searched.describe("The beginning of the username, in any case, or the id of the account."),
    named: searched.describe("The username, in any case, or the id of the account."),
    role: parameter.pipe(AccountRole).optional(),
    ended: flagFilter.optional().describe("Whether it has ended. Default: both."),
    ...pageParameters(cursor, "an account"),
  })
  .check(refuseEmptyRange);

/** A name that operators give: other users search by three characters at least. */
const username = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{3,64}$/, "must have 3 to 64 letters, digits, _ . or -");

const accountParams = z.strictObject({ id: UserId.describe("The id of an account.") });

export const operatorAccountEndpoints = {
  listOperatorAccounts: endpoint({
    method: "GET",
    path: "/v1/operator/accounts",
    summary: "List accounts",
    description: "Returns accounts, the newest first.",
    tag: "operations",
    access: "operator",
    query: AccountQuery,
    answer: z.array(OperatorAccount),
    paged: true,
  }),
  addOperatorAccount: endpoint({
    method: "POST",
    path: "/v1/operator/accounts",
    summary: "Add an account",
    description:
      "Adds an account without a way to sign in; an invitation gives it one. An account owns stations and API keys. Its id is the `userId` of the realtime interface. Its username is the name that other users see, and by which they find it in chat.",
    tag: "operations",
    access: "operator",
    body: z.strictObject({ username, reason: actionReason }),
    status: 201,
    answer: OperatorAccount,
    refusals: ["conflict"],
  }),
  inviteAccount: endpoint({
    method: "POST",
    path: "/v1/operator/invitations",
    summary: "Invite somebody",
    description:
      "Makes a link that is valid for 7 days and once. With an account it signs in to that account, for one that has no way to sign in; otherwise it makes a new account. With an e-mail address it is also sent, if mail is configured. Anybody who has the link can use it.",
    tag: "operations",
    access: "operator",
    body: z.strictObject({
      accountId: UserId.optional().describe("The account that the link signs in to."),
      email: EmailAddress.optional().describe(
        "The e-mail address of the new account, to which the link is sent.",
      ),
      reason: actionReason,
    }),
    status: 201,
    answer: z.strictObject({
      link: z.string(),
      expiresAt: Instant,
      mailed: z.boolean().describe("Whether it is on its way by mail."),
    }),
    refusals: ["not_found", "sign_in_again"],
  }),
  changeOperatorAccount: endpoint({
    method: "PATCH",
    path: "/v1/operator/accounts/:id",
    summary: "Change an account",
    description:
      "Changes the name or the role of an account, the tier of all of its active keys, or whether it is banned from chat. Members that are not given stay. Stations, keys and conversations stay when the name changes; others see it within seconds, and the old name is free. You cannot change your own role.",
    tag: "operations",
    access: "operator",
    params: accountParams,
    body: z
      .strictObject({
        username: username.optional(),
        role: AccountRole.optional(),
        tier: z.string().max(32).optional(),
        banned: z.boolean().optional(),
        reason: actionReason,
      })
      .meta({ examples: [{ tier: "feeder", reason: "has paid" }] }),
    status: 200,
    answer: OperatorAccount,
    refusals: ["not_found", "conflict", "sign_in_again"],
  }),
  signOutAccount: endpoint({
    method: "POST",
    path: "/v1/operator/accounts/:id/sign-out",
    summary: "Sign an account out everywhere",
    description:
      "Ends all sessions of an account. Its tokens are refused, and its connections closed, within five seconds. API keys keep working.",
    tag: "operations",
    access: "operator",
    params: accountParams,
    body: ActionReason,
    refusals: ["not_found"],
  }),
  endAccount: endpoint({
    method: "POST",
    path: "/v1/operator/accounts/:id/end",
    summary: "End an account",
    description:
      "Ends an account: its keys and sessions stop working within five seconds. Its stations keep feeding. Nobody can undo it. You cannot end your own account.",
    tag: "operations",
    access: "operator",
    params: accountParams,
    body: ActionReason,
    refusals: ["not_found", "sign_in_again"],
  }),
  eraseAccount: endpoint({
    method: "POST",
    path: "/v1/operator/accounts/:id/erase",
    summary: "Erase an account",
    description:
      "Erases an account and its data, as `DELETE /v1/me` does for its owner. Nobody can undo it. `confirm` must be the username or the id of the account.",
    tag: "operations",
    access: "operator",
    params: accountParams,
    body: z.strictObject({ confirm: z.string().max(64), reason: actionReason }),
    status: 202,
    answer: Erasure,
    refusals: ["not_found", "sign_in_again"],
  }),
};
