import { createKeyChecker, createTokenChecker } from "@jetwire/auth";
import {
  type Database,
  findApiKey,
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
import type { RestConfig } from "./config.ts";
import { createFailureLimit, type FailureLimit } from "./failure-limit.ts";
import { createKeyUses } from "./key-uses.ts";
import { createRequestLimits, type RequestLimits } from "./rate-limit.ts";
import { createSessionCheck, verifyAnyToken } from "./session-check.ts";

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
  const sessions = createSessionCheck({
    verify: createTokenChecker(() => ask(listVerifyKeys), Date.now, verifyAnyToken),
    find: (of) => ask((sql) => findSession(sql, of)),
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
  const authenticate = createAuthenticate(checker, sessions.check, failures);
  const uses = createKeyUses((used) => ask((sql) => noteKeyUses(sql, used)), log);
  return {
    admit: createAdmit(authenticate, limits, (keyId) => uses.note(keyId)),
    authenticate,
    limits,
    failures,
    forget() {
      checker.forget();
      sessions.forget();
    },
    run: (signal) => uses.run(signal),
  };
}
