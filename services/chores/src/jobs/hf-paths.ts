import type { HfPath, HfPosition } from "@jetwire/db";
import { distanceKm, middleOf, sunElevation } from "@jetwire/protocol";

const sunStep = 10;

/** Groups messages by ground station, band, and height of the sun over the middle of the path. */
export function pathsOf(positions: readonly HfPosition[]): HfPath[] {
  const groups = Map.groupBy(positions, (position) => {
    const from = { latitude: position.stationLatitude, longitude: position.stationLongitude };
    const elevation = sunElevation(middleOf(from, position), Date.parse(position.at));
    const sun = Math.floor(elevation / sunStep) * sunStep;
    return `${position.groundStation} ${Math.floor(position.khz / 1_000)} ${sun}`;
  });
  return [...groups].map(([key, group]) => {
    const [groundStation = 0, band = 0, sun = 0] = key.split(" ").map(Number);
    const messages = sumOf(group, ({ messages: count }) => count);
    const measured = group.filter(({ snr }) => snr !== null);
    const weight = sumOf(measured, ({ messages: count }) => count);
    const snr = sumOf(measured, (one) => (one.snr ?? 0) * one.messages) / weight;
    const distance =
      sumOf(group, (one) => {
        const from = { latitude: one.stationLatitude, longitude: one.stationLongitude };
        return distanceKm(from, one) * one.messages;
      }) / messages;
    return { groundStation, band, sun, messages, snr: weight === 0 ? null : snr, distance };
  });
}

function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}
