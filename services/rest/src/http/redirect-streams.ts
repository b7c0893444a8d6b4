import { streamPath } from "@jetwire/protocol";
import type { Handler } from "express";

/**
 * Sends clients of streams to the gateways, where no proxy in front of all services does it.
 *
 * @param realtimeUrl the address of the gateways, as clients of Socket.IO use it
 */
export function redirectStreams(realtimeUrl: string | undefined): Handler {
  return (request, response, next) => {
    if (request.path !== streamPath || realtimeUrl === undefined) {
      next();
      return;
    }
    const target = new URL(request.originalUrl, realtimeUrl.replace(/^ws/, "http"));
    // A proxy that should have sent the request to a gateway would send it here again.
    if (target.host === request.get("host")) next();
    else response.redirect(307, target.href);
  };
}
