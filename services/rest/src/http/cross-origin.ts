import { answerHeaders } from "@jetwire/protocol";
import cors from "cors";
import type { Handler } from "express";

const preflightSeconds = 600;

/**
 * Allows pages of other origins to use the interface. This is safe for any origin, because their
 * requests are answered by a header that the page itself sets: browsers do not send them the cookie of
 * the web page, whose requests must come from the own origin.
 *
 * @param origins `*` for all
 */
export function allowCrossOrigin(origins: readonly string[]): Handler {
  return cors({
    origin: origins.includes("*") ? "*" : [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ["Authorization", "Content-Type", "If-None-Match"],
    exposedHeaders: Object.keys(answerHeaders),
    maxAge: preflightSeconds,
    // The handler of the path answers OPTIONS with the methods that it allows.
    preflightContinue: true,
  });
}
