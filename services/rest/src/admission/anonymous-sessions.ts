import { AppError } from "@jetwire/protocol";
import type { Limiters } from "@jetwire/redis";
import { addressNetwork } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import { originOf } from "../http/request-origin.ts";
import type { RestRequest } from "../route.ts";

export type AnonymousSessions = ReturnType<typeof createAnonymousSessions>;

/**
 * Decides who may open a session without an API key. Many people may share an address, and each load of the
 * page opens a session. Opening one costs no query, and 0.4 ms of CPU for the signature; what it allows is
 * limited by address, however many sessions there are.
 */
export function createAnonymousSessions(
  config: Pick<
    RestConfig,
    "PUBLIC_VIEWER" | "REST_REPLICAS" | "REST_ANONYMOUS_SESSIONS_PER_MINUTE"
  >,
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
      if (!config.PUBLIC_VIEWER || originOf(request) !== "own") {
        const message = "An API key is required: Authorization: Bearer <API key>";
        throw new AppError("unauthorized", message);
      }
      const { allowed } = await limiter.consume(
        addressNetwork(request.ip),
        config.REST_ANONYMOUS_SESSIONS_PER_MINUTE,
      );
      if (!allowed) throw new AppError("rate_limited", "Too many sessions from this address");
    },
  };
}
