import type { RestRequest } from "../route.ts";

/** The headers that credentials are sent in, for `Vary`. */
export const credentialHeaders = "Authorization, X-API-Key";

/** Returns the credential of a request as `Authorization` has it: that header, or else `X-API-Key`. */
export function sentCredential({ header }: Pick<RestRequest, "header">): string | undefined {
  const key = header("x-api-key");
  return header("authorization") ?? (key === undefined ? undefined : `Bearer ${key}`);
}
