import type { Canary, Overview, ProcessReport, ServiceProblem, StageLags } from "@jetwire/protocol";
import { missingServices, type PartitionWaiting } from "@jetwire/redis";

export type Check = Overview["checks"][number];

/** The state that the checks of an overview are made from. */
export interface CheckedState {
  readonly redis: boolean;
  readonly lag: StageLags;
  readonly canary: Canary | null;
  readonly degraded: readonly ServiceProblem[];
  readonly processes: readonly ProcessReport[];
  readonly partitions: readonly PartitionWaiting[];
  readonly deadLettersSince: Date | null;
}

/** Stages by the group that does their work. */
const groups = { storage: "persister", delivery: "fanout", firehose: "sampler" } as const;
type Stage = keyof typeof groups | "dispatch";

/**
 * Returns the checks of the service: those of its status, and whether all processes are ready.
 *
 * @param firstSeen returns when a problem was first seen, for those that do not tell when they began
 */
export function checksOf(
  state: CheckedState,
  nowMs: number,
  firstSeen: (name: string, problem: string | null) => string | null,
): Check[] {
  const { redis, processes, deadLettersSince } = state;
  const reasonOf = (part: string) =>
    state.degraded.find((problem) => problem.part === part)?.reason ?? null;

  function check(name: string, problem: string | null, since?: string | null): Check {
    const seen = firstSeen(name, problem);
    return { name, problem, since: problem === null ? null : (since ?? seen) };
  }

  function stage(name: Stage): Check {
    const problem = reasonOf(name);
    const lag = state.lag[name];
    const since = lag === null ? null : new Date(nowMs - lag * 1_000).toISOString();
    const who = problem === null || name === "dispatch" ? "" : whereLate(state, groups[name]);
    return check(name, problem && problem + who, since);
  }

  const lost = reasonOf("processes");
  const reported = reasonOf("redis-disk") === null ? processes : null;
  const troubled = lost === null ? processProblem(reported) : { problem: lost, since: null };
  return [
    check("postgres", reasonOf("postgres")),
    check("redis", redis ? null : reasonOf("redis")),
    check("redis-memory", redis ? reasonOf("redis") : null),
    check("redis-disk", reasonOf("redis-disk")),
    check("postgres-disk", reasonOf("postgres-disk")),
    check("certificate", reasonOf("certificate")),
    check("gateways", reasonOf("gateways")),
    check("feeders", reasonOf("feeders")),
    stage("dispatch"),
    stage("storage"),
    stage("delivery"),
    stage("firehose"),
    check("clock-skew", reasonOf("clock-skew")),
    check("dead-letters", reasonOf("dead-letters"), deadLettersSince?.toISOString()),
    ...(state.canary === null ? [] : [check("canary", reasonOf("canary"))]),
    check("processes", troubled?.problem ?? null, troubled?.since),
  ];
}

/** Returns one sentence about the checks, and since when the first problem lasts. */
export function summaryOf(checks: readonly Check[]): Pick<Overview, "ok" | "summary" | "since"> {
  const [first, ...others] = checks.filter(({ problem }) => problem !== null);
  if (first === undefined) {
    return { ok: true, summary: `All ${checks.length} checks pass`, since: null };
  }
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return { ok: false, summary: `${first.problem}${more}`, since: first.since };
}

/** Names the partition in which a group is behind most, and who reads it. */
function whereLate({ partitions, processes }: CheckedState, group: string): string {
  const late = partitions
    .flatMap(({ partition, groups: all }) =>
      all.filter((one) => one.group === group).map((one) => ({ partition, ...one })),
    )
    .toSorted((a, b) => b.oldestMs - a.oldestMs)[0];
  if (late === undefined) return `: ${group} has never run`;
  if (late.replica === null) return `: nobody reads partition ${late.partition} for ${group}`;
  const reader = processes.find(({ replica }) => replica === late.replica);
  const name = reader === undefined ? late.replica : `${reader.service} ${reader.number}`;
  return `: ${name} is behind in partition ${late.partition}`;
}

/** @param processes null if they cannot report */
function processProblem(
  processes: readonly ProcessReport[] | null,
): { problem: string; since: string | null } | null {
  if (processes === null) return null;
  const [missing] = missingServices(processes);
  if (missing !== undefined) {
    return { problem: `No ${missing} has reported within 15 seconds`, since: null };
  }
  const failing = processes.filter(({ ready, draining }) => !ready && !draining);
  const [first] = failing;
  if (first === undefined) return null;
  const [worst] = first.problems.toSorted((a, b) => a.since.localeCompare(b.since));
  const why = worst === undefined ? "" : ` (${worst.name}: ${worst.reason})`;
  const more = failing.length === 1 ? "" : `, nor are ${failing.length - 1} more processes`;
  const problem = `${first.service} ${first.number} is not ready${why}${more}`;
  return { problem, since: worst?.since ?? null };
}
