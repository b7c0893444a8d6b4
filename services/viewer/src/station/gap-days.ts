import type { StationGaps } from "@jetwire/protocol";

export type GapHour = StationGaps["hours"][number];

/** A day (UTC) with its 24 hours; those outside of the range are null. */
export interface GapDay {
  readonly from: string;
  readonly hours: readonly (GapHour | null)[];
}

const hoursOfDay = 24;

/** How many hours were silent, are not known, and are known. */
export function gapHourCounts(hours: readonly GapHour[]): {
  silent: number;
  unknown: number;
  known: number;
} {
  const of = (wanted: GapHour["state"]) => hours.filter(({ state }) => state === wanted).length;
  const unknown = of("unknown");
  return { silent: of("silent"), unknown, known: hours.length - unknown };
}

/** Sorts hours into days, the oldest first. */
export function gapDays(hours: readonly GapHour[]): GapDay[] {
  const byDay = Map.groupBy(hours, ({ from }) => from.slice(0, 10));
  return [...byDay].map(([day, known]) => {
    const cells: (GapHour | null)[] = Array.from({ length: hoursOfDay }, () => null);
    for (const hour of known) cells[new Date(hour.from).getUTCHours()] = hour;
    return { from: `${day}T00:00:00.000Z`, hours: cells };
  });
}
