import type { Database } from "@jetwire/db";
import type { ServiceProblem } from "@jetwire/protocol";
import { withDeadline } from "@jetwire/runtime";
import { measurePath, type MeasuredPath, type PathState } from "./stage-lags.ts";

const redisMsMax = 1_000;

export interface MeasuredService extends MeasuredPath {
  readonly database: Pick<Database, "answers" | "withQueryDeadline">;
}

/** Whether the databases answer, how far the stages are, and what does not work. */
export interface ServiceState extends PathState {
  readonly postgres: boolean;
  readonly redis: boolean;
}

/** Measures the service. What cannot be measured is null, never an error. */
export async function measureService(sources: MeasuredService): Promise<ServiceState> {
  const [answer, ping, path] = await Promise.all([
    sources.database.answers(),
    withDeadline(sources.redis.ping(), redisMsMax, "Redis").catch(() => null),
    measurePath(sources),
  ]);
  const [postgres, redis] = [answer === true, ping !== null];
  const degraded = [...unavailable({ postgres, redis }), ...path.degraded];
  return { ...path, postgres, redis, degraded };
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
