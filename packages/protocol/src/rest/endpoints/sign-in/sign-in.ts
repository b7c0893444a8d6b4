import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { AccountRole } from "../../account-role.ts";
import { EmailAddress } from "../../email-address.ts";
import { endpoint } from "../../endpoint.ts";

/** The user name of an account that somebody makes. */
export const NewUsername = z
  .string()
  .regex(/^[a-z0-9_-]{3,32}$/, "must have 3 to 32 characters of a-z, 0-9, _ and -");

/** The token of a link or an invitation: what follows `#t=` in its address. */
export const LinkToken = z.string().regex(/^[0-9A-Za-z_-]{43}$/, "must be the token of a link");

/** A user who has just signed in. */
export const SignedInUser = z.strictObject({
  id: z.string(),
  username: z.string(),
  role: AccountRole,
});
export type SignedInUser = z.infer<typeof SignedInUser>;

/** A link as it is shown before it is used. */
const ShownLink = z.strictObject({
  kind: z
    .enum(["sign-in", "sign-up", "invitation", "email-change"])
    .describe(
      "`sign-in`: signs in to an account. `sign-up`: makes an account. `invitation`: allows to make one, or signs in to one that has no other sign-in method. `email-change`: sets the e-mail address of an account.",
    ),
  username: z
    .string()
    .nullable()
    .describe("The name of the account, or the one that was asked for; `null` for none."),
  email: z
    .string()
    .nullable()
    .describe("The address that the account gets; `null` if the link sets none."),
  askedAt: Instant,
  expiresAt: Instant,
  isSameBrowser: z.boolean().describe("Whether this browser has asked for the link."),
});
export type ShownLink = z.infer<typeof ShownLink>;

/** The response of `POST /v1/auth/link`. */
export const OpenedLink = z.strictObject({
  link: ShownLink,
  user: SignedInUser.nullable().describe(
    "The user who is signed in now; `null` with `peek`, and for `email-change`.",
  ),
});
export type OpenedLink = z.infer<typeof OpenedLink>;

export const signInEndpoints = {
  askForLink: endpoint({
    method: "POST",
    path: "/v1/auth/email",
    summary: "Ask for a link by e-mail",
    description: `Sends a link to sign in to the account of the address, if there is one. With \`username\`, sends a link that makes an account, or one to sign in if the address has an account. The answer is always 202, whether or not the address is known: it says nothing about accounts. A user name that is taken is an error, because user names are public.

Only pages of the service may send it. At most 5 mails an hour are sent to an address, and 20 requests an hour are accepted from a network.`,
    tag: "sessions",
    access: "open",
    body: z.strictObject({
      email: EmailAddress,
      username: NewUsername.optional().describe("The name of the account to make."),
      invitation: LinkToken.optional().describe(
        "The token of an invitation, which `signUp: invited` requires to make an account.",
      ),
    }),
    status: 202,
    refusals: ["rate_limited", "unavailable"],
  }),
  openLink: endpoint({
    method: "POST",
    path: "/v1/auth/link",
    summary: "Use a link",
    description:
      "Signs in by the token of a link, or makes the account, once: the link is spent. With `peek: true` it only says what the link is for and spends nothing. Only pages of the service may send it. A link that was used or has expired is answered with 410.",
    tag: "sessions",
    access: "open",
    body: z.strictObject({
      token: LinkToken,
      peek: z.boolean().default(false).describe("Whether only to read what the link is for."),
      username: NewUsername.optional().describe(
        "The name of the account to make, if it is to be another than the one that was asked for.",
      ),
    }),
    answer: OpenedLink,
    refusals: ["not_found", "gone", "rate_limited", "unavailable"],
  }),
};
