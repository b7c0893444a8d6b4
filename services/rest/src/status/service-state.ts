import type { Database } from "@jetwire/db";
import type { Canary, ProcessReport, ServiceProblem } from "@jetwire/protocol";
import { type CanaryRuns, gatewayProblem, lostProblem, type ProcessStore } from "@jetwire/redis";
import { type CachedValue, cachedValue, withDeadline } from "@jetwire/runtime";
import { canaryOf, canaryProblems } from "../overview/canary.ts";
import { measurePath, type MeasuredPath, type PathState } from "./stage-lags.ts";

const redisMsMax = 1_000;
/** The stores are asked at most once in this time, because everybody may read the status. */
const ttlMs = 1_000;

export interface MeasuredService extends MeasuredPath {
  readonly canaryRuns: Pick<CanaryRuns, "list">;
  readonly processes: Pick<ProcessStore, "list" | "lost">;
  /** The primary: what it has of the path of messages is never late. */
  readonly database: Pick<Database, "answers" | "withQueryDeadline">;
  /** The replica to read from; null if there is none. */
  readonly replica: Pick<Database, "answers"> | null;
}

/** Whether the databases answer, how far the stages are, and what does not work. */
export interface ServiceState extends PathState {
  /** Whether the primary answers. */
  readonly postgres: boolean;
  readonly redis: boolean;
  readonly canary: Canary | null;
}

/** Measures the service. What cannot be measured is null, never an error. */
export async function measureService(sources: MeasuredService): Promise<ServiceState> {
  const [answer, replicaAnswer, ping, path, runs, processes, lost] = await Promise.all([
    sources.database.answers(),
    sources.replica?.answers() ?? true,
    withDeadline(sources.redis.ping(), redisMsMax, "Redis").catch(() => null),
    measurePath(sources),
    withDeadline(sources.canaryRuns.list(), redisMsMax, "Redis").catch(() => []),
    withDeadline(sources.processes.list(), redisMsMax, "Redis").catch(() => []),
    withDeadline(sources.processes.lost(), redisMsMax, "Redis").catch(() => []),
  ]);
  const [postgres, redis] = [answer === true, ping !== null];
  const closed = gatewayProblem(processes);
  // A Redis that cannot write takes no reports.
  const isReported = !path.degraded.some(({ part }) => part === "redis-disk");
  const silent = isReported ? lostProblem(processes, lost, Date.now()) : null;
  const degraded = [
    ...unavailable({ postgres, replica: replicaAnswer === true, redis }),
    ...(closed === null ? [] : [{ part: "gateways", reason: closed }]),
    ...(silent === null ? [] : [{ part: "processes", reason: silent }]),
    ...path.degraded,
    ...sharedAlarms(processes),
    ...canaryProblems(runs, Date.now()),
  ];
  return { ...path, postgres, redis, canary: canaryOf(runs), degraded };
}

/** Creates a cache of the state, for all who may ask often. */
export function cachedServiceState(sources: MeasuredService): CachedValue<ServiceState> {
  return cachedValue(() => measureService(sources), { ttlMs });
}

/** Alarms about something that all processes share, whichever has noticed it. */
const sharedNames: readonly string[] = ["postgres-disk", "certificate"];

function sharedAlarms(processes: readonly ProcessReport[]): ServiceProblem[] {
  const problems = processes.flatMap((one) => one.problems);
  return sharedNames.flatMap((part) => {
    const found = problems.find(({ name }) => name === part);
    return found === undefined ? [] : [{ part, reason: found.reason }];
  });
}

function unavailable(
  answers: Readonly<Record<"postgres" | "replica" | "redis", boolean>>,
): ServiceProblem[] {
  const problems: ServiceProblem[] = [];
  if (!answers.postgres || !answers.replica) {
    const what = answers.postgres ? "The replica of Postgres" : "Postgres";
    const reason = `${what} does not answer: stored messages cannot be read`;
    problems.push({ part: "postgres", reason });
  }
  if (!answers.redis) {
    problems.push({
      part: "redis",
      reason: "Redis does not answer: live delivery is interrupted",
    });
  }
  return problems;
}
