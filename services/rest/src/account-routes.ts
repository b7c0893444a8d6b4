import {
  createLimiter,
  type Keys,
  limitedAddress,
  publishNotice,
  type RedisConnection,
  wakeUser,
} from "@jetwire/redis";
import type { RestConfig } from "./config.ts";
import type { Admission } from "./admission/open-admission.ts";
import type { Read } from "./database-reader.ts";
import type { Route } from "./route.ts";
import { claimRoutes } from "./routes/claims.ts";
import { keyRoutes } from "./routes/keys.ts";
import { limitsRoute } from "./routes/limits.ts";
import { meRoute } from "./routes/me.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { createSessionGrants } from "./admission/session-grants.ts";

export interface AccountSources {
  readonly admission: Admission;
  /** Asks the primary. */
  readonly ask: Read;
  readonly redis: RedisConnection;
  readonly limiterRedis: RedisConnection;
  readonly keys: Keys;
}

const viewerSessionsPerMinute = 10;

/** What concerns accounts: who one is, keys, sessions, claims. */
export function accountRoutes(config: RestConfig, sources: AccountSources): Route[] {
  const { admission, ask, redis, limiterRedis, keys } = sources;
  const viewers = createLimiter({
    redis: limiterRedis,
    keys,
    name: "rest-viewers",
    windowSeconds: 60,
    replicas: config.REST_REPLICAS,
  });
  /** Who isn't told finds it out by asking Postgres every few seconds. */
  const wake = (accountId: string) => void wakeUser(redis, keys, accountId).catch(() => {});
  return [
    meRoute(ask),
    limitsRoute(admission.limits, config.REST_WINDOW_SECONDS),
    ...keyRoutes({
      ask,
      notified: wake,
      revoked(keyId, accountId) {
        admission.forget();
        publishNotice(redis, keys, { kind: "key-revoked", keyId }).catch(() => {});
        wake(accountId);
      },
      now: Date.now,
    }),
    ...claimRoutes(ask),
    ...sessionRoutes({
      grants: createSessionGrants(ask, Date.now),
      authenticate: admission.authenticate,
      limits: admission.limits,
      failures: admission.failures,
      async takeViewerSession(ip) {
        return (await viewers.consume(limitedAddress(ip), viewerSessionsPerMinute)).allowed;
      },
      isPublic: config.PUBLIC_VIEWER,
      ask,
      ended(accountId) {
        admission.forget();
        wake(accountId);
      },
      now: Date.now,
    }),
  ];
}
