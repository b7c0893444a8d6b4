import { createKeyChecker, createKeyIndex, createKeyUses } from "@jetwire/auth";
import { findApiKey, listActiveKeyHashes, recordKeyUses } from "@jetwire/db";
import { AppError, type RestAccess } from "@jetwire/protocol";
import type { Limiters } from "@jetwire/redis";
import type { Logger } from "@jetwire/runtime";
import type { Request, Response } from "express";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import { createAuthenticate } from "./authenticate.ts";
import { createFailureLimit } from "./failure-limit.ts";
import type { Principal } from "./principal.ts";
import { createRequestLimits } from "./request-limits.ts";
import { createSessionChecker } from "./session-check.ts";

/** A revoked key is not accepted for longer than five seconds, even if its notice is lost. */
const keyTtlMs = 3_000;

const admitted: Readonly<Record<Exclude<RestAccess, "open">, readonly Principal["by"][]>> = {
  reader: ["key", "session", "anonymous"],
  account: ["key", "session"],
  session: ["session"],
};

const refusals = {
  reader: "This credential is not accepted here",
  account: "This endpoint requires an API key or a signed-in session",
  session: "This endpoint requires a signed-in session: POST /v1/auth/sessions with an API key",
} as const;

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Decides who may send requests, and how many.
 *
 * @param read reads the primary
 */
export function createAdmission(config: RestConfig, read: Read, limiters: Limiters, log: Logger) {
  const keys = createKeyChecker((hash) => read((sql) => findApiKey(sql, hash)), {
    ttlMs: keyTtlMs,
  });
  const sessions = createSessionChecker(read, config);
  const failures = createFailureLimit(
    limiters.sliding("rest-failures", [{ max: config.REST_FAILURES_PER_MINUTE_MAX, ms: 60_000 }]),
    config.REST_EXEMPT_ADDRESSES,
  );
  const limits = createRequestLimits(limiters, config.REST_WINDOW_SECONDS, config.REST_REPLICAS);
  const activeKeys = createKeyIndex((max) => read((sql) => listActiveKeyHashes(sql, max)), log);
  const authenticate = createAuthenticate({ keys, activeKeys, sessions, failures });
  const keyUses = createKeyUses((uses) => read((sql) => recordKeyUses(sql, uses)), log);
  return {
    authenticate,
    limits,
    failures,
    /**
     * Authenticates a request to an endpoint with this access and counts it against the limit of its
     * principal. Returns null if the endpoint is open.
     *
     * @throws AppError `unauthorized`, `forbidden`, `rate_limited`, `unavailable`
     */
    async admit(
      access: RestAccess,
      request: Request,
      response: Response,
    ): Promise<Principal | null> {
      if (access === "open") return null;
      response.vary("Authorization");
      const principal = await authenticate(request.get("authorization"), request.ip ?? "");
      await limits.take(principal, (name, value) => response.set(name, value));
      if (!admitted[access].includes(principal.by)) {
        throw new AppError("forbidden", refusals[access]);
      }
      if (principal.by === "key") keyUses.note(principal.keyId);
      return principal;
    },
    /** Drops what was cached of keys and sessions, because one of them has ended. */
    forget(): void {
      keys.forget();
      sessions.forget();
    },
    /** Keeps the index of keys, and stores the times of their uses, until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      await Promise.all([activeKeys.run(signal), keyUses.run(signal)]);
    },
  };
}
