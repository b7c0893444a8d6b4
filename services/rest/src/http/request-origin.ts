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
