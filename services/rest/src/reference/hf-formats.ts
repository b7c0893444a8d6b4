import type { AnnouncedChannel } from "@jetwire/db";
import {
  type FollowedGroundStations,
  hfdlGroundStations,
  hfdlSystemTableVersion,
} from "@jetwire/protocol";

/** Returns ground stations with their active frequencies as programs follow them of airframes.io. */
export function followedGroundStations(
  announced: readonly AnnouncedChannel[],
): FollowedGroundStations {
  const byStation = Map.groupBy(announced, ({ groundStation }) => groundStation);
  return {
    ground_stations: hfdlGroundStations.flatMap(({ id, name }) => {
      const active = byStation.get(id) ?? [];
      if (active.length === 0) return [];
      const updatedMs = Math.max(...active.map(({ announcedAt }) => Date.parse(announcedAt)));
      const frequencies = { active: active.map(({ khz }) => khz) };
      return [{ id, name, frequencies, last_updated: updatedMs / 1_000 }];
    }),
  };
}

/**
 * Returns the system table as dumphfdl reads it (libconfig). A frequency is known by its index in the list, so all are
 * there in their order; a comment names those that are active.
 */
export function systemTableText(announced: readonly AnnouncedChannel[]): string {
  const byStation = Map.groupBy(announced, ({ groundStation }) => groundStation);
  const stations = hfdlGroundStations.map(({ id, name, latitude, longitude, frequenciesKhz }) => {
    const active = (byStation.get(id) ?? []).map(({ khz }) => khz);
    return [
      `# active: ${active.length === 0 ? "unknown" : active.join(", ")}`,
      "{",
      `\tid: ${id}`,
      `\tname: "${name}"`,
      `\tlat: ${decimal(latitude)}`,
      `\tlon: ${decimal(longitude)}`,
      `\tfrequencies: (${frequenciesKhz.join(", ")})`,
      "}",
    ].join("\n");
  });
  return `version: ${hfdlSystemTableVersion}\nstations: (\n${stations.join(",\n")}\n)\n`;
}

/** Writes a decimal point, without which libconfig reads an integer. */
function decimal(degrees: number): string {
  return degrees.toFixed(4);
}
