import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";
import { LinkToken, NewUsername, SignedInUser } from "./sign-in.ts";

/** A path of this service, never another site's address. */
export const OwnPath = z
  .string()
  .max(512, "must not be longer than 512 characters")
  .regex(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/, "must be a path of this service, like /desk");

/** A token of an identity: it follows `#identity=` in the address that the callback continues at. */
const IdentityToken = z.string().min(1).max(4_096);

/** An identity that is linked to the account. */
export const Identity = z.strictObject({
  id: z.guid(),
  provider: z
    .strictObject({ id: z.string(), name: z.string() })
    .nullable()
    .describe(
      "The provider at which it signs in; `null` if none of that issuer is configured, so that it signs nobody in.",
    ),
  issuer: z.string(),
  linkedAt: Instant,
});
export type Identity = z.infer<typeof Identity>;

export const oidcEndpoints = {
  startOidc: endpoint({
    method: "POST",
    path: "/v1/auth/oidc/:provider",
    summary: "Sign in at a provider",
    description:
      "Returns the address at which a provider (OpenID Connect) asks the user to sign in. Open it in the same browser within five minutes. The provider returns to `/v1/auth/oidc/:provider/callback`, which signs in and continues at `next`; with an identity that has no account here it continues at `/sign-up#identity=TOKEN`, and after a failure at `/sign-in?failed=REASON` (`state`, `provider` or `account`). Only pages of the service may send it.",
    tag: "sessions",
    access: "open",
    params: z.strictObject({
      provider: z
        .string()
        .regex(/^[a-z0-9-]{1,32}$/)
        .describe("The id of a provider, as `GET /v1/auth/session` lists them."),
    }),
    body: z.strictObject({
      next: OwnPath.default("/").describe("The path of the page to open afterwards."),
    }),
    answer: z.strictObject({ url: z.url() }),
    refusals: ["not_found", "forbidden", "rate_limited", "unavailable"],
  }),
  signUpByIdentity: endpoint({
    method: "POST",
    path: "/v1/auth/identities/sign-up",
    summary: "Make an account with an identity",
    description:
      "Makes an account for the identity that the user has just confirmed at a provider, and signs in. Only pages of the service may send it.",
    tag: "sessions",
    access: "open",
    body: z.strictObject({
      token: IdentityToken.describe("What follows `#identity=`; valid for ten minutes."),
      username: NewUsername.describe("The name of the account to make."),
      invitation: LinkToken.optional().describe(
        "The token of an invitation, which `signUp: invited` requires to make an account.",
      ),
    }),
    status: 201,
    answer: SignedInUser,
    refusals: ["forbidden", "rate_limited", "unavailable"],
  }),
  linkIdentity: endpoint({
    method: "POST",
    path: "/v1/auth/identities",
    summary: "Add an identity to the account",
    description:
      "Links the identity that the user has just confirmed at a provider to the account that is signed in, as a further way to sign in. It requires a sign-in within the last 10 minutes.",
    tag: "sessions",
    access: "session",
    body: z.strictObject({
      token: IdentityToken.describe("What follows `#identity=`; valid for ten minutes."),
    }),
    refusals: ["sign_in_again"],
  }),
  listIdentities: endpoint({
    method: "GET",
    path: "/v1/auth/identities",
    summary: "List identities of the account",
    description: "Returns the identities that are linked to the account, oldest first.",
    tag: "accounts",
    access: "session",
    answer: z.array(Identity),
  }),
  removeIdentity: endpoint({
    method: "DELETE",
    path: "/v1/auth/identities/:id",
    summary: "Remove an identity",
    description:
      "Unlinks an identity from the account: it signs nobody in any more. Refused if no other way to sign in works. Requires a sign-in on the web page within the last 10 minutes.",
    tag: "accounts",
    access: "session",
    params: z.strictObject({ id: z.guid().describe("The id of an identity.") }),
    refusals: ["sign_in_again"],
  }),
};
