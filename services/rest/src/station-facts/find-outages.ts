import type { CountedHour } from "@jetwire/db";
import type { StationGaps } from "@jetwire/protocol";

const hourMs = 3_600_000;

/** An hour of a station, with what it says. */
export interface Hour extends CountedHour {
  readonly state: StationGaps["hours"][number]["state"];
}

/** A time without messages, by whole hours. */
export interface ReceptionOutage {
  readonly from: string;
  readonly until: string;
  /** Number of silent hours. */
  readonly hours: number;
  readonly isOver: boolean;
}

/**
 * Decides what an hour says about a station.
 *
 * @param firstMs when its first message was received
 * @param thisHourMs the current hour, which says nothing while it is without messages
 */
export function stateOf(hour: CountedHour, firstMs: number, thisHourMs: number): Hour["state"] {
  if (hour.messages > 0) return "received";
  const startMs = Date.parse(hour.from);
  return hour.anyStation && startMs > firstMs && startMs < thisHourMs ? "silent" : "unknown";
}

/**
 * Finds the times between messages that have silent hours. Hours of which nothing is known end none.
 *
 * @param hours the oldest first
 */
export function findOutages(hours: readonly Hour[], thisHourMs: number): ReceptionOutage[] {
  const outages: ReceptionOutage[] = [];
  let begin: string | null = null;
  let silent = 0;
  for (const { from, state } of hours) {
    if (state === "silent") {
      begin ??= from;
      silent++;
    }
    if (state !== "received" || begin === null) continue;
    outages.push({ from: begin, until: from, hours: silent, isOver: true });
    begin = null;
    silent = 0;
  }
  if (begin !== null) {
    outages.push({
      from: begin,
      until: new Date(thisHourMs + hourMs).toISOString(),
      hours: silent,
      isOver: false,
    });
  }
  return outages;
}
