import { AppError, type RestAccess } from "@jetwire/protocol";
import type { Request, Response } from "express";
import type { Authenticate } from "./authenticate.ts";
import { admitted, type Holder } from "./holder.ts";
import { limitRequest, type RequestLimits } from "./rate-limit.ts";

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
) => Promise<Holder | null>;

/** @param used told of every API key that was let in */
export function createAdmit(
  authenticate: Authenticate,
  limits: RequestLimits,
  used: (keyId: string) => void,
): Admit {
  return async (access, request, response) => {
    if (access === "open") return null;
    response.vary("Authorization");
    const holder = await authenticate(request.get("authorization"), request.ip ?? "");
    await limitRequest(limits, holder, (name, value) => response.set(name, value));
    if (!admitted[access].includes(holder.by)) throw new AppError("forbidden", wanted[access]);
    if (holder.by === "key") used(holder.keyId);
    return holder;
  };
}

const wanted: Readonly<Record<RestAccess, string>> = {
  open: "",
  reader: "",
  account: "This takes an API key or a signed-in session",
  session: "This takes a signed-in session: POST /v1/auth/sessions with an API key opens one",
};
