import type { Database } from "@jetwire/db";
import { endpoints, type ServiceProblem } from "@jetwire/protocol";
import { cachedValue, withDeadline } from "@jetwire/runtime";
import { type Route, route } from "../route.ts";
import { measurePath, type MeasuredPath } from "../stage-lags.ts";
import { version } from "./documents.ts";

/** The stores are asked at most once in this time, because the endpoint is open to everybody. */
const ttlMs = 1_000;
const redisMsMax = 1_000;

export interface MeasuredService extends MeasuredPath {
  readonly database: Pick<Database, "answers" | "withQueryDeadline">;
}

/** `GET /v1/status`: whether the service works, and the URL of the realtime interface. */
export function statusRoute(realtime: string | null, sources: MeasuredService): Route {
  const state = cachedValue(
    async () => {
      const [answer, ping, path] = await Promise.all([
        sources.database.answers(),
        withDeadline(sources.redis.ping(), redisMsMax, "Redis").catch(() => null),
        measurePath(sources),
      ]);
      const [postgres, redis] = [answer === true, ping !== null];
      const degraded = [...unavailable({ postgres, redis }), ...path.degraded];
      const { lag, journalBytes, clockSkew } = path;
      return { postgres, redis, lag, journalBytes, clockSkew, degraded };
    },
    { ttlMs },
  );
  return route(endpoints.readStatus, async () => {
    const measured = await state.get();
    return { body: { version, time: new Date().toISOString(), realtime, ...measured } };
  });
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
