import { faultText, type Judged } from "@jetwire/health";
import type { Overview } from "@jetwire/protocol";

type Check = Overview["checks"][number];

/**
 * Returns the checks of an overview.
 *
 * @param firstSeen returns when a problem was first seen, for those that do not tell when they began
 */
export function checksOf(
  judged: readonly Judged[],
  firstSeen: (name: string, problem: string | null) => string | null,
): Check[] {
  return judged.map(({ check, faults: [first, ...others] }) => {
    const { name, passes, severity, remedy, alert } = check;
    const texts = { name, passes, severity, alert };
    const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
    const problem = first === undefined ? null : `${faultText(first)}${more}`;
    const seen = firstSeen(name, problem);
    if (first === undefined) return { ...texts, problem, since: null, remedy: null };
    return { ...texts, problem, since: first.since ?? seen, remedy: first.remedy ?? remedy };
  });
}

/** Returns one sentence about the checks, and since when the first problem lasts. */
export function overviewSummaryOf(
  checks: readonly Check[],
): Pick<Overview, "ok" | "summary" | "since"> {
  const [first, ...others] = checks.filter(({ problem }) => problem !== null);
  if (first === undefined) {
    return { ok: true, summary: `All ${checks.length} checks pass`, since: null };
  }
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return { ok: false, summary: `${first.problem}${more}`, since: first.since };
}
