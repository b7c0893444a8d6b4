import { createKeyChecker, createKeyUses, KeyIndex } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { WebSession } from "@jetwire/db";
import { AppError, type Endpoint, type RestAccess } from "@jetwire/protocol";
import type { Stores } from "@jetwire/redis";
import type { Logger } from "@jetwire/runtime";
import type { Request, Response } from "express";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import { addressOf, originOf } from "../http/request-origin.ts";
import { credentialHeaders, sentCredential } from "../http/sent-credential.ts";
import { createAuthenticate } from "./authenticate.ts";
import { createFailureLimit } from "./failure-limit.ts";
import type { Principal, SessionPrincipal } from "./principal.ts";
import { RequestCounter } from "./request-counter.ts";
import { createRequestLimits } from "./request-limits.ts";
import { requireScope } from "./require-scope.ts";
import { createSessionChecker } from "./session-check.ts";
import type { SessionRequest, WebSessions } from "./web-sessions.ts";

/** A revoked key is not accepted for longer than five seconds, even if its notice is lost. */
const keyTtlMs = 3_000;

const admitted: Readonly<Record<Exclude<RestAccess, "open">, readonly Principal["by"][]>> = {
  reader: ["key", "session", "anonymous"],
  account: ["key", "session"],
  session: ["session"],
  operator: ["key", "session"],
};

/** A request that is admitted by its cookie may take this long. */
const cookieUseMs = 900_000;

const refusals = {
  reader: "This credential is not accepted here",
  account: "This endpoint requires an API key or a signed-in session",
  session: "This endpoint requires a signed-in session, not an API key",
  operator: "This endpoint requires an account whose role is operator",
} as const;

export type RequestAdmission = ReturnType<typeof createRequestAdmission>;

/** Looks credentials up. */
export interface CredentialLookUps {
  /** Reads the primary. */
  readonly read: Read;
  readonly webSessions: Pick<WebSessions, "find">;
}

/** Decides who may send requests, and how many. */
export function createRequestAdmission(
  config: RestConfig,
  { read, webSessions }: CredentialLookUps,
  { limiters, requestCounts }: Pick<Stores, "limiters" | "requestCounts">,
  log: Logger,
) {
  const keys = createKeyChecker((hash) => read((sql) => db.apiKeys.find(sql, hash)), {
    ttlMs: keyTtlMs,
  });
  const sessions = createSessionChecker(read, config);
  const failures = createFailureLimit(
    limiters.sliding("rest-failures", [{ max: config.REST_FAILURES_PER_MINUTE_MAX, ms: 60_000 }]),
    config.REST_EXEMPT_ADDRESSES,
  );
  const limits = createRequestLimits(limiters, config);
  const activeKeys = new KeyIndex(
    (max) => read((sql) => db.apiKeys.listActiveHashes(sql, max)),
    log,
  );
  const authenticate = createAuthenticate({ keys, activeKeys, sessions, failures });
  const keyUses = createKeyUses((uses) => read((sql) => db.apiKeys.recordUses(sql, uses)), log);
  const requests = new RequestCounter(requestCounts, log);
  async function principalOf(session: WebSession): Promise<SessionPrincipal | null> {
    const { accountId: userId, tokenId } = session;
    return await sessions.principalOf({ userId, tokenId }, Date.now() + cookieUseMs);
  }

  async function byCookie(request: SessionRequest): Promise<Principal | null> {
    if (originOf(request) !== "own") return null;
    const session = await webSessions.find(request);
    return session === null ? null : await principalOf(session);
  }

  async function identify(
    { takesCookie }: Pick<Endpoint, "takesCookie">,
    request: Request,
  ): Promise<Principal> {
    const header = (name: string) => request.get(name);
    const credential = sentCredential({ header });
    if (takesCookie && credential === undefined) {
      const asked = { header, address: addressOf(request), ip: request.ip ?? "" };
      const principal = await byCookie(asked);
      if (principal !== null) return principal;
    }
    return await authenticate(credential, request.ip ?? "");
  }

  return {
    authenticate,
    /** Returns the principal of a session of the web page; null if it has ended. @throws AppError `unavailable` */
    principalOf,
    limits,
    failures,
    /**
     * Authenticates a request to an endpoint with this access and scope and counts it against the limit
     * of its principal. Returns null if the endpoint is open.
     *
     * @throws AppError `unauthorized`, `forbidden`, `rate_limited`, `unavailable`
     */
    async admit(
      {
        access,
        scope,
        takesCookie,
        limitedByAddress,
      }: Pick<Endpoint, "access" | "scope" | "takesCookie" | "limitedByAddress">,
      request: Request,
      response: Response,
    ): Promise<Principal | null> {
      if (access === "open") {
        if (limitedByAddress) {
          await limits.consumeOpen(request.ip ?? "", (name, value) => response.set(name, value));
        }
        return null;
      }
      response.vary(takesCookie ? `${credentialHeaders}, Cookie` : credentialHeaders);
      const principal = await identify({ takesCookie }, request);
      await limits.consume(principal, (name, value) => response.set(name, value));
      if (!mayUse(principal, access)) {
        throw new AppError("forbidden", refusals[access]);
      }
      requireScope(principal, scope);
      if (principal.by === "key") keyUses.record(principal.keyId);
      if (principal.accountId !== null) requests.record(principal.accountId);
      return principal;
    },
    /** Drops what was cached of keys and sessions, because one of them has ended. */
    forget(): void {
      keys.forget();
      sessions.forget();
    },
    /** Keeps the index of keys, and stores their uses and counts of requests, until the signal aborts. */
    async run(signal: AbortSignal): Promise<void> {
      await Promise.all([activeKeys.run(signal), keyUses.run(signal), requests.run(signal)]);
    },
  };
}

function mayUse(principal: Principal, access: Exclude<RestAccess, "open">): boolean {
  if (!admitted[access].includes(principal.by)) return false;
  return access !== "operator" || (principal.by !== "anonymous" && principal.role === "operator");
}
