import type { FactEvidence, FlightFacts } from "@jetwire/protocol";
import { isPossibleTime } from "@jetwire/protocol/plain";

const names = ["out", "off", "on", "in", "eta"] as const;
type Name = (typeof names)[number];

/** A time of a flight, and what reports it. */
interface FlightTime {
  readonly name: Name;
  readonly evidence: FactEvidence;
}

const dayMs = 86_400_000;

/**
 * Returns the times of a flight, in their order: of each the surest that is possible. What contradicts the take-off, or lies
 * more than a day from it, is another flight's or damaged. A flight that has landed is not expected any more.
 */
export function timesOfFlight(evidence: FlightFacts["evidence"]): FlightTime[] {
  const surest = (name: Name, isBetween: (timeMs: number) => boolean) =>
    evidence[name]?.find(({ value, lastAt }) => {
      const timeMs = Date.parse(value);
      return isPossibleTime(name, timeMs, Date.parse(lastAt)) && isBetween(timeMs);
    });
  const off = surest("off", () => true);
  const on = surest("on", isAfter(off));
  const into = surest("in", isAfter(on ?? off));
  const found = {
    out: surest("out", isBefore(off ?? on)),
    off,
    on,
    in: into,
    eta: (on ?? into) === undefined ? surest("eta", isAfter(off)) : undefined,
  };
  return names.flatMap((name) => {
    const best = found[name];
    return best === undefined ? [] : [{ name, evidence: best }];
  });
}

function isAfter(start: FactEvidence | undefined) {
  const startMs = start === undefined ? null : Date.parse(start.value);
  return (timeMs: number) => startMs === null || (timeMs >= startMs && timeMs <= startMs + dayMs);
}

function isBefore(end: FactEvidence | undefined) {
  const endMs = end === undefined ? null : Date.parse(end.value);
  return (timeMs: number) => endMs === null || (timeMs <= endMs && timeMs >= endMs - dayMs);
}
