import { z } from "zod";
import { Instant } from "../../../message/message.ts";
import { endpoint } from "../../endpoint.ts";

/** The tokens of a session. */
export const SessionGrant = z.strictObject({
  token: z
    .string()
    .describe(
      "A JWT. Send it as `Authorization: Bearer …` to this interface, and in the handshake field `token` to the realtime interface.",
    ),
  expiresAt: Instant.describe("When the token expires."),
  refreshToken: z
    .string()
    .nullable()
    .describe(
      "Exchanges for new tokens, once. `null` in an anonymous session, and in one of the web page, which trades its cookie again.",
    ),
  user: z
    .strictObject({ id: z.string(), username: z.string() })
    .nullable()
    .describe("The signed-in user; `null` in an anonymous session."),
});
export type SessionGrant = z.infer<typeof SessionGrant>;

/** The body of `POST /v1/auth/sessions/refresh`. */
const SessionRefresh = z.strictObject({ refreshToken: z.string().max(128) });

/** The public keys that verify tokens (RFC 7517). */
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
      "With an API key, opens a session of its account and returns a token that is valid for 15 minutes, and a refresh token. The session has the scopes of the key. Without an API key, and only from the service's own web page: with the cookie of a signed-in user and the header `X-CSRF-Token` of `GET /v1/auth/session`, returns a token of that user; without the cookie, opens an anonymous session that can read public data.",
    tag: "sessions",
    access: "open",
    takesKey: true,
    takesCookie: true,
    status: 201,
    answer: SessionGrant,
    refusals: ["unauthorized", "forbidden", "rate_limited", "unavailable"],
  }),
  refreshSession: endpoint({
    method: "POST",
    path: "/v1/auth/sessions/refresh",
    summary: "Renew a session",
    description:
      "Exchanges a refresh token for a new token and a new refresh token. A refresh token is valid once. If it is used again later, the session is ended, because it may have been stolen.",
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
    description:
      "Ends the session of the token. Open connections are closed within five seconds. If the token came from the cookie of the web page, its user is signed out there.",
    tag: "sessions",
    access: "session",
    scope: "read",
  }),
  readJwks: endpoint({
    method: "GET",
    path: "/v1/auth/jwks",
    summary: "Get the public keys of tokens",
    description: "Returns the public keys that verify session tokens, as a JWK set (RFC 7517).",
    tag: "sessions",
    access: "open",
    answer: Jwks,
    tagged: true,
    refusals: ["unavailable"],
  }),
};
