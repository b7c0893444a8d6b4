import { answerHeaders } from "@jetwire/protocol";
import cors from "cors";
import type { Handler } from "express";

const preflightSeconds = 600;

/**
 * Lets pages of other origins use the interface. That is safe for any origin, because a credential
 * travels in a header that only its holder can set, never in a cookie.
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
    // The path's own answer to OPTIONS follows, with what it allows.
    preflightContinue: true,
  });
}
