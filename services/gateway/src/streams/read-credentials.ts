import type { IncomingMessage } from "node:http";

const bearer = /^Bearer +([\x21-\x7e]{1,8192})$/i;

/**
 * Returns the API key or the token of a request: `Authorization: Bearer …`, or the header `X-API-Key`. Undefined if it
 * has none; a header of another form counts as a wrong key.
 */
export function readCredentials({ headers }: IncomingMessage): {
  apiKey: string | undefined;
  token: string | undefined;
} {
  const { authorization } = headers;
  const key = headers["x-api-key"];
  if (authorization === undefined) return { apiKey: key?.toString(), token: undefined };
  const credential = bearer.exec(authorization)?.[1] ?? "";
  // Keys have no dot, and signed tokens have two.
  return credential.includes(".")
    ? { apiKey: undefined, token: credential }
    : { apiKey: credential, token: undefined };
}
