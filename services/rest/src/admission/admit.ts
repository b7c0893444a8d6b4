import { AppError, type RestAccess } from "@jetwire/protocol";
import type { Request, Response } from "express";
import type { Authenticate } from "./authenticate.ts";
import type { Principal } from "./principal.ts";
import type { RequestLimits } from "./request-limits.ts";

/**
 * Authenticates a request to an endpoint with this access and counts it against the limit of its
 * principal. Returns null if the endpoint is open.
 *
 * @throws AppError `unauthorized`, `forbidden`, `rate_limited`, `unavailable`
 */
export type Admit = (
  access: RestAccess,
  request: Request,
  response: Response,
) => Promise<Principal | null>;

const admitted: Readonly<Record<Exclude<RestAccess, "open">, readonly Principal["by"][]>> = {
  reader: ["key", "session", "anonymous"],
  account: ["key", "session"],
  session: ["session"],
};

const refusals = {
  reader: "This credential is not accepted here",
  account: "This endpoint requires an API key or a signed-in session",
  session: "This endpoint requires a signed-in session: POST /v1/auth/sessions with an API key",
} as const;

/** @param onKeyUse called with the id of each API key that was admitted */
export function createAdmit(
  authenticate: Authenticate,
  limits: RequestLimits,
  onKeyUse: (keyId: string) => void,
): Admit {
  return async (access, request, response) => {
    if (access === "open") return null;
    response.vary("Authorization");
    const principal = await authenticate(request.get("authorization"), request.ip ?? "");
    await limits.take(principal, (name, value) => response.set(name, value));
    if (!admitted[access].includes(principal.by)) throw new AppError("forbidden", refusals[access]);
    if (principal.by === "key") onKeyUse(principal.keyId);
    return principal;
  };
}
