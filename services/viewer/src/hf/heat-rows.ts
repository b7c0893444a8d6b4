import type { Propagation } from "@jetwire/protocol";

type Count = Propagation["channels"][number];

/** One channel with what was received on it, by hour. */
export interface HeatRow {
  readonly groundStationId: string;
  readonly frequency: number;
  /** The counts by the begin of the hour, ISO 8601. */
  readonly hours: ReadonlyMap<string, Count>;
}

/** More than a page shows; those with the most counts stay. */
const rowsMax = 60;

/** Groups counts by channel, in the order of ground stations and frequencies. */
export function heatRows(counts: readonly Count[]): HeatRow[] {
  const channels = Map.groupBy(
    counts,
    ({ groundStationId, frequency }) => `${groundStationId} ${frequency}`,
  );
  return [...channels.values()]
    .map((hours) => ({ hours, total: hours.reduce((sum, one) => sum + weightOf(one), 0) }))
    .toSorted((a, b) => b.total - a.total)
    .slice(0, rowsMax)
    .flatMap(({ hours }) => {
      const [first] = hours;
      if (first === undefined) return [];
      const { groundStationId, frequency } = first;
      const byHour = new Map(hours.map((one) => [one.hour, one]));
      return [{ groundStationId, frequency, hours: byHour }];
    })
    .toSorted((a, b) => numberOf(a) - numberOf(b) || a.frequency - b.frequency);
}

function weightOf({ messages, squitters }: Count): number {
  return messages + squitters;
}

function numberOf({ groundStationId }: HeatRow): number {
  return Number(groundStationId.slice("hfdl-".length));
}

/** Returns how strong the colour of a field is, from 0 to 1: by the logarithm, because a few channels have most. */
export function heatOf(count: Count | undefined, most: number): number {
  if (count === undefined || most === 0) return 0;
  return Math.log1p(weightOf(count)) / Math.log1p(most);
}

/** Returns the most that a field has. */
export function mostOf(rows: readonly HeatRow[]): number {
  return Math.max(0, ...rows.flatMap(({ hours }) => [...hours.values()].map(weightOf)));
}
