import { z } from "zod";
import { Instant } from "../../message/message.ts";
import { endpoint } from "../endpoint.ts";

/** What opens the REST and realtime interfaces for a while, and what renews it. */
export const SessionGrant = z.strictObject({
  token: z
    .string()
    .describe(
      "A JWT: `Authorization: Bearer …` here, handshake field `token` on the realtime interface",
    ),
  expiresAt: Instant,
  refreshToken: z
    .string()
    .nullable()
    .describe("Serves once; null for a viewer who isn't signed in"),
  user: z
    .strictObject({ id: z.string(), username: z.string() })
    .nullable()
    .describe("Who is signed in; null for a viewer"),
});
export type SessionGrant = z.infer<typeof SessionGrant>;

/** The body of `POST /v1/auth/sessions/refresh`. */
export const SessionRefresh = z.strictObject({ refreshToken: z.string().max(128) });
export type SessionRefresh = z.infer<typeof SessionRefresh>;

/** The public halves of the keys that sign tokens (RFC 7517). */
export const Jwks = z.strictObject({
  keys: z.array(
    z.strictObject({
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      kid: z.string(),
      use: z.literal("sig"),
      alg: z.string(),
    }),
  ),
});
export type Jwks = z.infer<typeof Jwks>;

export const sessionEndpoints = {
  openSession: endpoint({
    method: "POST",
    path: "/v1/auth/sessions",
    summary: "Open a session",
    description:
      "With an API key a session of its account: a token for 15 minutes, and what renews it. Without one, from the web page itself, a viewer's, which reads what is public.",
    tag: "sessions",
    access: "open",
    takesKey: true,
    status: 201,
    answer: SessionGrant,
    refusals: ["unauthorized", "forbidden", "rate_limited", "unavailable"],
  }),
  refreshSession: endpoint({
    method: "POST",
    path: "/v1/auth/sessions/refresh",
    summary: "Renew a session",
    description:
      "A refresh token serves once and is exchanged for the next. One that comes again later ends the session, because two hold it.",
    tag: "sessions",
    access: "open",
    body: SessionRefresh,
    status: 201,
    answer: SessionGrant,
    refusals: ["unauthorized", "rate_limited", "unavailable"],
  }),
  endSession: endpoint({
    method: "DELETE",
    path: "/v1/auth/sessions/current",
    summary: "End the session",
    description: "Within five seconds also on open connections.",
    tag: "sessions",
    access: "session",
  }),
  readJwks: endpoint({
    method: "GET",
    path: "/v1/auth/jwks",
    summary: "The public keys that tokens are signed with",
    tag: "sessions",
    access: "open",
    answer: Jwks,
    tagged: true,
    refusals: ["unavailable"],
  }),
};
