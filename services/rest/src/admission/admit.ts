import { AppError, type RestAccess } from "@jetwire/protocol";
import type { Request, Response } from "express";
import type { Authenticate } from "./authenticate.ts";
import { admitted, type Principal } from "./principal.ts";
import { limitRequest, type RequestLimits } from "./request-limits.ts";

/**
 * Lets a request in to what has this access, counts it against its holder's limit, and says who holds
 * the credential; null where everybody is let in.
 *
 * @throws AppError `unauthorized`, `forbidden`, `rate_limited`, `unavailable`
 */
export type Admit = (
  access: RestAccess,
  request: Request,
  response: Response,
) => Promise<Principal | null>;

/** @param used told of every API key that was let in */
export function createAdmit(
  authenticate: Authenticate,
  limits: RequestLimits,
  used: (keyId: string) => void,
): Admit {
  return async (access, request, response) => {
    if (access === "open") return null;
    response.vary("Authorization");
    const principal = await authenticate(request.get("authorization"), request.ip ?? "");
    await limitRequest(limits, principal, (name, value) => response.set(name, value));
    if (!admitted[access].includes(principal.by)) throw new AppError("forbidden", wanted[access]);
    if (principal.by === "key") used(principal.keyId);
    return principal;
  };
}

const wanted: Readonly<Record<RestAccess, string>> = {
  open: "",
  reader: "",
  account: "This takes an API key or a signed-in session",
  session: "This takes a signed-in session: POST /v1/auth/sessions with an API key opens one",
};
