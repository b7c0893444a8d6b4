import { answerHeaders, type Endpoint, type RestMethod } from "@jetwire/protocol";
import cors from "cors";
import type { Express, Handler, NextFunction, Request, Response } from "express";
import { addressOf, refuseOtherOrigins } from "./request-origin.ts";

const preflightSeconds = 600;

/**
 * Allows pages of other origins to use the interface. This is safe for any origin, because their
 * requests are answered by a header that the page itself sets: browsers do not send them the cookie of
 * the web page, whose requests must come from the own origin.
 *
 * @param origins `*` for all
 */
export function allowCrossOrigin(origins: readonly string[]): Handler {
  const allow = cors({
    origin: origins.includes("*") ? "*" : [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ["Authorization", "Content-Type", "If-None-Match", "If-Range", "Range"],
    exposedHeaders: Object.keys(answerHeaders),
    maxAge: preflightSeconds,
    // The handler of the path answers OPTIONS with the methods that it allows.
    preflightContinue: true,
  });
  return (request, response, next) => {
    if (response.locals["byAddress"] === true) next();
    else allow(request, response, next);
  };
}

/**
 * Refuses pages of other origins where an answer depends on the address of the request, which such a page has
 * in common with its visitor. Must come before `allowCrossOrigin`, which then sends no headers.
 */
export function refuseCrossOrigin(app: Express, endpoints: readonly Endpoint[]): void {
  for (const { byAddress, sharedBy, method, path } of endpoints) {
    if (!byAddress) continue;
    const refuse: Handler = (request, response, next) => {
      const isShared = sharedBy !== null && request.query[sharedBy] !== undefined;
      if (isShared) next();
      else refuseOtherPage(request, response, next);
    };
    app[method.toLowerCase() as Lowercase<RestMethod>](path, refuse);
    app.options(path, refuse);
  }
}

function refuseOtherPage(request: Request, response: Response, next: NextFunction): void {
  response.locals["byAddress"] = true;
  refuseOtherOrigins({ address: addressOf(request), header: (name) => request.get(name) });
  next();
}
