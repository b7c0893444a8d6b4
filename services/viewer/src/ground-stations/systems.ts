import type { GroundStation } from "@jetwire/protocol";

export type System = GroundStation["system"];

/** The radio systems with ground stations, by the source type of their messages. */
export const systemsByType = {
  hfdl: "hfdl",
  vdl: "vdl",
  "aero-acars": "aero",
} as const satisfies Readonly<Record<string, System>>;

/** Returns the system of a source type; undefined if its messages have no ground stations. */
export function systemOf(type: string | undefined): System | undefined {
  return Object.entries(systemsByType).find(([known]) => known === type)?.[1];
}

/** Returns what people know a ground station by: its name, else its airports, else its address. */
export function groundStationName({ name, airports, address }: GroundStation): string {
  return name ?? (airports.length > 0 ? airports.slice(0, 3).join(", ") : address);
}

/** Returns the source type of a system's messages. */
export function typeOf(system: System): string {
  return system === "aero" ? "aero-acars" : system;
}
