import { AppError } from "@jetwire/protocol";
import type { Limiters } from "@jetwire/redis";
import { addressNetwork } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import type { RestRequest } from "../route.ts";

const sessionsPerMinute = 10;

export type AnonymousSessions = ReturnType<typeof createAnonymousSessions>;

/** Decides who may open a session without an API key. */
export function createAnonymousSessions(
  config: Pick<RestConfig, "PUBLIC_VIEWER" | "REST_REPLICAS">,
  limiters: Limiters,
) {
  const limiter = limiters.fixedWindow({
    name: "rest-viewers",
    windowSeconds: 60,
    replicas: config.REST_REPLICAS,
  });
  return {
    /**
     * Admits the web page of this service, and counts the session against the address's limit.
     *
     * @throws AppError `unauthorized`, `rate_limited`
     */
    async admit(request: Pick<RestRequest, "header" | "address" | "ip">): Promise<void> {
      if (!config.PUBLIC_VIEWER || !isSameOrigin(request)) {
        const message = "An API key is required: Authorization: Bearer <API key>";
        throw new AppError("unauthorized", message);
      }
      const { allowed } = await limiter.consume(addressNetwork(request.ip), sessionsPerMinute);
      if (!allowed) throw new AppError("rate_limited", "Too many sessions from this address");
    },
  };
}

/**
 * Returns whether a page of this service sent the request, according to the browser. Other programs
 * can send any header; limits apply to them.
 */
function isSameOrigin({ header, address }: Pick<RestRequest, "header" | "address">): boolean {
  const site = header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") return false;
  const origin = header("origin");
  if (origin === undefined) return site === "same-origin";
  return URL.canParse(address) && new URL(address).origin === origin;
}
