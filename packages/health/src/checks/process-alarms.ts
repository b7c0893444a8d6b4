import type { Fault } from "../check.ts";
import type { HealthFacts } from "../health-facts.ts";

/** Returns an alarm about something that all processes share, whichever has noticed it; null if no process is known. */
export function alarmFaults({ processes }: HealthFacts, name: string): Fault[] | null {
  if (processes === null) return null;
  const problems = processes.alive.flatMap((one) => one.problems);
  const found = problems.find((problem) => problem.name === name);
  return found === undefined ? [] : [{ sentence: found.reason, since: found.since }];
}
