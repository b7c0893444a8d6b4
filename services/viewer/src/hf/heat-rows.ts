import type { ActiveChannel, Propagation } from "@jetwire/protocol";
import { type GeoPoint, sunElevation } from "@jetwire/protocol/plain";
import { en } from "../text/en.ts";
import { count, decibels, megahertz } from "../text/numbers.ts";
import { clockTime } from "../text/time.ts";
import type { HeatRow } from "../ui/charts/heat-map.tsx";

const names = en.hf;
const hourMs = 3_600_000;
/** More than a page shows; those with the most counts stay. */
const rowsMax = 60;

type Count = Propagation["channels"][number];
/** Names and positions of ground stations, by id. */
export type Grounds = ReadonlyMap<
  string,
  Pick<ActiveChannel, "groundStation" | "latitude" | "longitude">
>;

/** Returns a row for each channel, in the order of ground stations and frequencies, with night at the ground station shaded. */
export function heatRows(counts: readonly Count[], grounds: Grounds): HeatRow[] {
  const channels = Map.groupBy(
    counts,
    ({ groundStationId, frequency }) => `${groundStationId} ${frequency}`,
  );
  return [...channels.entries()]
    .map(([key, hours]) => ({
      key,
      hours,
      total: hours.reduce((sum, one) => sum + weightOf(one), 0),
      groundStationId: hours[0]?.groundStationId ?? "",
      frequency: hours[0]?.frequency ?? 0,
    }))
    .toSorted((a, b) => b.total - a.total)
    .slice(0, rowsMax)
    .toSorted((a, b) => numberOf(a) - numberOf(b) || a.frequency - b.frequency)
    .map(({ key, hours, groundStationId, frequency }) => {
      const ground = grounds.get(groundStationId);
      const group = shortName(ground?.groundStation ?? groundStationId);
      const point = positionOf(ground);
      const byHour = new Map(hours.map((one) => [one.hour, one]));
      return {
        key,
        group,
        name: frequency.toFixed(3),
        weights: new Map(hours.map((one) => [one.hour, weightOf(one)])),
        textOf: (hour) => fieldText(`${group} ${megahertz(frequency)}`, hour, byHour.get(hour)),
        isShaded: (hour) =>
          point !== undefined && sunElevation(point, Date.parse(hour) + hourMs / 2) < 0,
      };
    });
}

function weightOf({ messages, squitters }: Count): number {
  return messages + squitters;
}

function numberOf({ groundStationId }: { readonly groundStationId: string }): number {
  return Number(groundStationId.slice("hfdl-".length));
}

/** Returns the name without its region: there is little space. */
function shortName(name: string): string {
  return name.split(",", 1)[0] ?? name;
}

function positionOf(ground: ReturnType<Grounds["get"]>): GeoPoint | undefined {
  if (ground === undefined || ground.latitude === null || ground.longitude === null) return;
  return { latitude: ground.latitude, longitude: ground.longitude };
}

function fieldText(channel: string, hour: string, counted: Count | undefined): string {
  const snr = counted?.snr ?? null;
  return names.field({
    channel,
    hour: clockTime(hour, "utc"),
    messages: count(counted?.messages ?? 0),
    aircraft: count(counted?.aircraft ?? 0),
    squitters: count(counted?.squitters ?? 0),
    snr: snr === null ? "" : names.fieldSnr(decibels(snr)),
  });
}
