import { AppError } from "@jetwire/protocol";
import type { Limiters } from "@jetwire/redis";
import { addressNetwork } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import { originOf } from "../http/request-origin.ts";
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
      if (!config.PUBLIC_VIEWER || originOf(request) !== "own") {
        const message = "An API key is required: Authorization: Bearer <API key>";
        throw new AppError("unauthorized", message);
      }
      const { allowed } = await limiter.consume(addressNetwork(request.ip), sessionsPerMinute);
      if (!allowed) throw new AppError("rate_limited", "Too many sessions from this address");
    },
  };
}
