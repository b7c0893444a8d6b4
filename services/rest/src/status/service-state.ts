import { judge, type HealthFacts, type MeasuredStores, measureHealth } from "@jetwire/health";
import type { Status } from "@jetwire/protocol";
import { CachedValue } from "@jetwire/runtime";
import { canaryOf } from "../overview/canary.ts";

/** The stores are asked at most once in this time, because everybody may read the status. */
const ttlMs = 1_000;

/** Creates a cache of the state, for all who may ask often. */
export function cachedServiceState(sources: MeasuredStores): CachedValue<HealthFacts> {
  return new CachedValue(() => measureHealth(sources), { ttlMs });
}

/** Returns the state as everybody may know it. */
export function serviceStatusOf(facts: HealthFacts): Omit<Status, "time" | "realtime"> {
  const { postgres, redis, lagMs, clockSkewMs, canaryRuns } = facts;
  return {
    postgres: postgres === true,
    redis: redis === true,
    lag: {
      dispatch: secondsOf(lagMs.dispatch),
      storage: secondsOf(lagMs.storage),
      delivery: secondsOf(lagMs.delivery),
      firehose: secondsOf(lagMs.firehose),
    },
    journalBytes: facts.journalBytes,
    clockSkew: secondsOf(clockSkewMs),
    canary: canaryOf(canaryRuns),
    degraded: judge(facts)
      .filter(({ check }) => check.audience === "everybody")
      .flatMap(({ check, faults }) =>
        faults.map(({ sentence }) => ({ part: check.name, reason: sentence })),
      ),
  };
}

function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 100) / 10;
}
