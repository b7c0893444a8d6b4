import { AppError } from "@jetwire/protocol";
import type { Request } from "express";
import type { RestRequest } from "../route.ts";

/**
 * The page that sent a request, according to the browser: `own` for a page of this service, `other` for
 * any other page. `unstated`: no browser said anything, as with programs, which can send any header.
 */
export type RequestOrigin = "own" | "other" | "unstated";

/** Returns which page sent a request. A request whose `Host` is not a valid name has no own page. */
export function originOf({
  header,
  address,
}: Pick<RestRequest, "header" | "address">): RequestOrigin {
  const site = header("sec-fetch-site");
  const origin = header("origin");
  if (origin === undefined) {
    if (site === undefined || site === "none") return "unstated";
    return site === "same-origin" ? "own" : "other";
  }
  if (site !== undefined && site !== "same-origin") return "other";
  return URL.canParse(address) && new URL(address).origin === origin ? "own" : "other";
}

/**
 * Returns the absolute URL of a request without its query, for links and to compare origins; only the
 * path if the Host header is invalid.
 */
export function addressOf(request: Request): string {
  const host = request.host;
  const origin = /^[A-Za-z0-9.:[\]-]+$/.test(host ?? "") ? `${request.protocol}://${host}` : "";
  return origin + request.path;
}

/**
 * Refuses requests that a page of another origin sends: it must not act for a visitor whose network
 * it chose, nor read what belongs to that network. Programs send neither header.
 *
 * @throws AppError `forbidden`
 */
export function refuseOtherOrigins(request: Pick<RestRequest, "header" | "address">): void {
  if (originOf(request) !== "other") return;
  throw new AppError(
    "forbidden",
    "A page of another origin cannot use this: open the page of this service",
  );
}
