import { answerHeaders } from "@jetwire/protocol";
import cors from "cors";
import type { Handler } from "express";

const preflightSeconds = 600;

/**
 * Allows pages of other origins to use the interface. This is safe for any origin, because
 * credentials are sent in a header that the page itself sets, never in a cookie.
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
