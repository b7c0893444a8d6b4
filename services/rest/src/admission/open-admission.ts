import { createKeyChecker, createKeyUses } from "@jetwire/auth";
import { findApiKey, recordKeyUses } from "@jetwire/db";
import type { Limiters } from "@jetwire/redis";
import type { Logger } from "@jetwire/runtime";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import { createAdmit } from "./admit.ts";
import { createAuthenticate } from "./authenticate.ts";
import { createFailureLimit } from "./failure-limit.ts";
import { createRequestLimits } from "./request-limits.ts";
import { createSessionChecker } from "./session-check.ts";

/** A revoked key is not accepted for longer than five seconds, even if its notice is lost. */
const keyTtlMs = 3_000;

export type Admission = ReturnType<typeof openAdmission>;

/**
 * Decides who may send requests, and how many.
 *
 * @param read reads the primary
 */
export function openAdmission(config: RestConfig, read: Read, limiters: Limiters, log: Logger) {
  const keys = createKeyChecker((hash) => read((sql) => findApiKey(sql, hash)), {
    ttlMs: keyTtlMs,
  });
  const sessions = createSessionChecker(read, config);
  const failures = createFailureLimit(
    limiters.sliding("rest-failures", [{ max: config.REST_FAILURES_PER_MINUTE_MAX, ms: 60_000 }]),
    config.REST_EXEMPT_ADDRESSES,
  );
  const limits = createRequestLimits(limiters, config.REST_WINDOW_SECONDS, config.REST_REPLICAS);
  const authenticate = createAuthenticate(keys, sessions, failures);
  const keyUses = createKeyUses((uses) => read((sql) => recordKeyUses(sql, uses)), log);
  return {
    admit: createAdmit(authenticate, limits, (keyId) => keyUses.note(keyId)),
    authenticate,
    limits,
    failures,
    /** Drops what was cached of keys and sessions, because one of them has ended. */
    forget(): void {
      keys.forget();
      sessions.forget();
    },
    /** Stores the times of key uses until the signal aborts. */
    run: (signal: AbortSignal) => keyUses.run(signal),
  };
}
