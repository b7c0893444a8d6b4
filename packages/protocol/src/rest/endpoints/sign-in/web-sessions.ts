import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { AccountRole } from "../../account-role.ts";
import { endpoint } from "../../endpoint.ts";

/** The people who may make an account: everybody, those with an invitation, or nobody but the operator. */
export const SignUp = z.enum(["open", "invited", "closed"]);
export type SignUp = z.infer<typeof SignUp>;

/** The ways to sign in that the service has been configured for. */
export const SignInMethods = z.strictObject({
  passkeys: z
    .boolean()
    .describe("Whether passkeys work at the address of the request. Browsers refuse IP addresses."),
  email: z.boolean().describe("Whether the service sends links by e-mail."),
  oidc: z
    .array(z.strictObject({ id: z.string(), name: z.string() }))
    .describe("Providers of identities (OpenID Connect)."),
  signUp: SignUp,
  url: z
    .string()
    .nullable()
    .describe("The address at which people sign in; `null` if it is not configured."),
});
export type SignInMethods = z.infer<typeof SignInMethods>;

/** The response of `GET /v1/auth/session`. */
export const SignedIn = z.strictObject({
  user: z
    .strictObject({ id: z.string(), username: z.string(), role: AccountRole })
    .nullable()
    .describe("The signed-in user; `null` without one."),
  csrfToken: z
    .string()
    .nullable()
    .describe("Send it as `X-CSRF-Token` with requests that the cookie authenticates."),
  signedInAt: Instant.nullable().describe(
    "When the user signed in. Sensitive steps require a sign-in within the last 10 minutes.",
  ),
  methods: SignInMethods,
});
export type SignedIn = z.infer<typeof SignedIn>;

/** A session of the web page, as its user sees it. */
export const ActiveSession = z.strictObject({
  id: z.guid(),
  isCurrent: z.boolean().describe("Whether it is the session of this request."),
  userAgent: z.string().nullable().describe("Browser and system, for example `Firefox on Linux`."),
  signedInAt: Instant,
  lastUsedAt: Instant,
});
export type ActiveSession = z.infer<typeof ActiveSession>;

export const webSessionEndpoints = {
  readSignedIn: endpoint({
    method: "GET",
    path: "/v1/auth/session",
    summary: "Get the signed-in user of the web page",
    description:
      "Returns the user that the cookie of the web page belongs to, and the ways to sign in. Works without a cookie too. It never changes anything.",
    tag: "sessions",
    access: "open",
    takesCookie: true,
    answer: SignedIn,
    refusals: ["rate_limited", "unavailable"],
  }),
  signOut: endpoint({
    method: "DELETE",
    path: "/v1/auth/session",
    summary: "Sign out on the web page",
    description:
      "Ends the session of the cookie, and removes the cookie. Requires the header `X-CSRF-Token`. Open connections are closed within five seconds.",
    tag: "sessions",
    access: "open",
    takesCookie: true,
    refusals: ["rate_limited", "unavailable"],
  }),
  listActiveSessions: endpoint({
    method: "GET",
    path: "/v1/auth/session/all",
    summary: "List active sessions of the web page",
    description: "Returns where the user is signed in, the session used last first.",
    tag: "sessions",
    access: "session",
    answer: z.array(ActiveSession),
  }),
  signOutEverywhere: endpoint({
    method: "DELETE",
    path: "/v1/auth/session/all",
    summary: "Sign out everywhere",
    description:
      "Ends all sessions of the user, on the web page and those that were opened with an API key. Their tokens are refused, and their open connections closed, within five seconds. API keys stay valid.",
    tag: "sessions",
    access: "session",
  }),
};
