import type { ReadMessage } from "@jetwire/protocol";
import { isPossibleTime } from "@jetwire/protocol/plain";

const names = ["out", "off", "on", "in", "eta"] as const;
type Name = (typeof names)[number];

/** A time that messages of a flight report. */
export interface FlightTime {
  readonly name: Name;
  readonly iso: string;
}

const dayMs = 86_400_000;

/**
 * Returns the times of a flight, in their order: of each the newest report that is possible. What
 * contradicts the take-off, or lies more than a day from it, is another flight's or damaged. Messages are
 * newest first.
 */
export function timesOfFlight(
  messages: readonly Pick<ReadMessage, "times" | "timestamp">[],
): FlightTime[] {
  const newest = (name: Name, isBetween: (timeMs: number) => boolean) => {
    for (const { times, timestamp } of messages) {
      const iso = times?.[name];
      if (!iso || !isPossibleTime(name, Date.parse(iso), Date.parse(timestamp))) continue;
      if (isBetween(Date.parse(iso))) return iso;
    }
    return undefined;
  };
  const off = newest("off", () => true);
  const on = newest("on", isAfter(off));
  const found = {
    out: newest("out", isBefore(off ?? on)),
    off,
    on,
    in: newest("in", isAfter(on ?? off)),
    eta: newest("eta", isAfter(off)),
  };
  return names.flatMap((name) => {
    const iso = found[name];
    return iso === undefined ? [] : [{ name, iso }];
  });
}

function isAfter(iso: string | undefined) {
  const startMs = iso === undefined ? null : Date.parse(iso);
  return (timeMs: number) => startMs === null || (timeMs >= startMs && timeMs <= startMs + dayMs);
}

function isBefore(iso: string | undefined) {
  const endMs = iso === undefined ? null : Date.parse(iso);
  return (timeMs: number) => endMs === null || (timeMs <= endMs && timeMs >= endMs - dayMs);
}
