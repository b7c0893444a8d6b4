import { createSeededRandom, weighted } from "@jetwire/simulator";

/** The kinds of faults. */
const faultKinds = [
  "killed",
  "stopped",
  "link cut",
  "link refused",
  "link frozen",
  "link slow",
  "Redis killed",
  "Redis stopped",
  "Redis emptied",
  "Redis out of memory",
  "Redis without replica",
  "Redis as replica",
  "Postgres killed",
  "Postgres restarted",
  "Postgres read-only",
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault to inject. */
export interface PlannedFault {
  readonly atMs: number;
  readonly kind: FaultKind;
  /** The name of a process, a link or a server. */
  readonly target: string;
  /** How long it lasts, if its kind lasts. */
  readonly lastsMs: number;
  /** The delay of each chunk of a slow link. */
  readonly delayMs: number;
}

/** The names that a plan may choose from. */
export interface FaultChoices {
  readonly processes: readonly string[];
  readonly links: readonly string[];
}

const kindOf = weighted<FaultKind>([
  ["killed", 9],
  ["stopped", 8],
  ["link cut", 6],
  ["link refused", 4],
  ["link frozen", 4],
  ["link slow", 4],
  ["Redis killed", 2],
  ["Redis stopped", 1],
  ["Redis emptied", 2],
  ["Redis out of memory", 2],
  ["Redis without replica", 1],
  ["Redis as replica", 1],
  ["Postgres killed", 1],
  ["Postgres restarted", 1],
  ["Postgres read-only", 2],
]);

/** A frozen process or link lasts longest: others have to take its work over. */
const lastsMsMax: Readonly<Partial<Record<FaultKind, number>>> = {
  stopped: 15_000,
  "link refused": 8_000,
  "link frozen": 10_000,
  "link slow": 15_000,
  "Redis stopped": 6_000,
};
const serverLastsMsMax = 8_000;

/**
 * Plans faults at random times, `meanMs` apart on average. The same seed gives the same plan.
 *
 * @param forMs the length of the plan
 */
export function planFaults(
  seed: number,
  forMs: number,
  meanMs: number,
  choices: FaultChoices,
): readonly PlannedFault[] {
  const random = createSeededRandom(seed, "fault plan");
  const planned: PlannedFault[] = [];
  for (let atMs = random.exponential(meanMs); atMs < forMs; atMs += random.exponential(meanMs)) {
    const kind = kindOf(random);
    const process = random.pick(choices.processes);
    const link = random.pick(choices.links);
    const lastsMs = random.integer(1_000, lastsMsMax[kind] ?? serverLastsMsMax);
    const delayMs = random.integer(20, 300);
    planned.push({ atMs, kind, target: targetOf(kind, process, link), lastsMs, delayMs });
  }
  return planned;
}

function targetOf(kind: FaultKind, process: string, link: string): string {
  if (kind === "killed" || kind === "stopped") return process;
  if (kind.startsWith("link")) return link;
  return kind.startsWith("Redis") ? "redis" : "postgres";
}
