import {
  createExternalTokens,
  createKeyChecker,
  createKeyUses,
  createTokenChecker,
} from "@jetwire/auth";
import {
  type Database,
  type ExternalIdentity,
  findApiKey,
  findLinkedAccount,
  findSession,
  listVerifyKeys,
  noteKeyUses,
  type Sql,
} from "@jetwire/db";
import {
  createFailureLimiter,
  createLimiter,
  type Keys,
  type RedisConnection,
} from "@jetwire/redis";
import type { Logger } from "@jetwire/runtime";
import { type Admit, createAdmit } from "./admit.ts";
import { type Authenticate, createAuthenticate } from "./authenticate.ts";
import type { RestConfig } from "../config.ts";
import { createFailureLimit, type FailureLimit } from "./failure-limit.ts";
import { createRequestLimits, type RequestLimits } from "./request-limits.ts";
import { createSessionCheck, ofUser, type TokenOfUser, verifyAnyToken } from "./session-check.ts";
import { createShortMemory } from "../short-memory.ts";

/** Who is let in, and how often. */
export interface Admission {
  readonly admit: Admit;
  readonly authenticate: Authenticate;
  readonly limits: RequestLimits;
  readonly failures: FailureLimit;
  /** Something that was remembered may not hold any more. */
  forget(): void;
  /** Works until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

const lookUpMsMax = 2_500;
/** No revoked key is good for five seconds, though nobody should hear of its end. */
const keyCacheMsMax = 3_000;
/** Nor a token: whom an identity is linked to, and whether the session stands, are asked in turn. */
const standing = { keptMs: 2_000, entriesMax: 10_000 };

/** @param redis a connection of role `limiter` */
export function openAdmission(
  config: RestConfig,
  { database, redis, keys }: { database: Database; redis: RedisConnection; keys: Keys },
  log: Logger,
): Admission {
  const ask = <T>(work: (sql: Sql) => Promise<T>) => database.withQueryDeadline(work, lookUpMsMax);
  const limiter = (name: string, windowSeconds: number) =>
    createLimiter({ redis, keys, name, windowSeconds, replicas: config.REST_REPLICAS });
  const checker = createKeyChecker({
    find: (hash) => ask((sql) => findApiKey(sql, hash)),
    now: Date.now,
    cacheMsMax: keyCacheMsMax,
  });
  const principals = createShortMemory((of: TokenOfUser) => ask((sql) => findSession(sql, of)), {
    ...standing,
    keyOf: ({ userId, tokenId }) => `${userId} ${tokenId}`,
  });
  const linked = createShortMemory(
    (identity: ExternalIdentity) => ask((sql) => findLinkedAccount(sql, identity)),
    { ...standing, keyOf: ({ issuer, subject }) => JSON.stringify([issuer, subject]) },
  );
  const verifyOwn = createTokenChecker(() => ask(listVerifyKeys), Date.now, verifyAnyToken);
  const verifyExternal = createExternalTokens({
    issuers: config.AUTH_ISSUERS,
    findAccount: (identity) => linked.find(identity),
    now: Date.now,
  });
  const checkSession = createSessionCheck({
    async verify(token) {
      const external = await verifyExternal(token);
      return external === null ? await verifyOwn(token) : ofUser(external);
    },
    find: (of) => principals.find(of),
    anonymousPerMinute: config.PUBLIC_VIEWER ? config.REST_ANONYMOUS_PER_MINUTE : 0,
  });
  const limits = createRequestLimits(
    limiter("rest", config.REST_WINDOW_SECONDS),
    limiter("rest-anonymous", config.REST_WINDOW_SECONDS),
    config.REST_WINDOW_SECONDS,
  );
  const failures = createFailureLimit(
    createFailureLimiter({
      redis,
      keys,
      name: "rest-failures",
      window: { max: config.REST_FAILURES_PER_MINUTE_MAX, ms: 60_000 },
    }),
    config.REST_EXEMPT_ADDRESSES,
  );
  const authenticate = createAuthenticate(checker, checkSession, failures);
  const uses = createKeyUses({
    write: (used) => ask((sql) => noteKeyUses(sql, used)),
    now: Date.now,
    log,
  });
  return {
    admit: createAdmit(authenticate, limits, (keyId) => uses.note(keyId)),
    authenticate,
    limits,
    failures,
    forget() {
      checker.forget();
      principals.forget();
      linked.forget();
    },
    run: (signal) => uses.run(signal),
  };
}
