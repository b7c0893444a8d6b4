import type { Database } from "@jetwire/db";
import type { Canary, ServiceProblem } from "@jetwire/protocol";
import type { CanaryRuns } from "@jetwire/redis";
import { type CachedValue, cachedValue, withDeadline } from "@jetwire/runtime";
import { canaryOf, canaryProblems } from "./overview/canary.ts";
import { measurePath, type MeasuredPath, type PathState } from "./stage-lags.ts";

const redisMsMax = 1_000;
/** The stores are asked at most once in this time, because everybody may read the status. */
const ttlMs = 1_000;

export interface MeasuredService extends MeasuredPath {
  readonly canaryRuns: Pick<CanaryRuns, "list">;
  readonly database: Pick<Database, "answers" | "withQueryDeadline">;
}

/** Whether the databases answer, how far the stages are, and what does not work. */
export interface ServiceState extends PathState {
  readonly postgres: boolean;
  readonly redis: boolean;
  readonly canary: Canary | null;
}

/** Measures the service. What cannot be measured is null, never an error. */
export async function measureService(sources: MeasuredService): Promise<ServiceState> {
  const [answer, ping, path, runs] = await Promise.all([
    sources.database.answers(),
    withDeadline(sources.redis.ping(), redisMsMax, "Redis").catch(() => null),
    measurePath(sources),
    withDeadline(sources.canaryRuns.list(), redisMsMax, "Redis").catch(() => []),
  ]);
  const [postgres, redis] = [answer === true, ping !== null];
  const degraded = [
    ...unavailable({ postgres, redis }),
    ...path.degraded,
    ...canaryProblems(runs, Date.now()),
  ];
  return { ...path, postgres, redis, canary: canaryOf(runs), degraded };
}

/** Creates a cache of the state, for all who may ask often. */
export function cachedServiceState(sources: MeasuredService): CachedValue<ServiceState> {
  return cachedValue(() => measureService(sources), { ttlMs });
}

function unavailable(answers: { postgres: boolean; redis: boolean }): ServiceProblem[] {
  const lost = answers.postgres
    ? []
    : [{ part: "postgres", reason: "Postgres does not answer: stored messages cannot be read" }];
  if (answers.redis) return lost;
  return [
    ...lost,
    { part: "redis", reason: "Redis does not answer: live delivery is interrupted" },
  ];
}
