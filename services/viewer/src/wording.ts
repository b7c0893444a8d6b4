import type { EnrichedMessage } from "@jetwire/protocol";

/** `12:59:03Z` of an ISO time in UTC. */
export function clockTime(instant: string): string {
  return `${instant.slice(11, 19)}Z`;
}

/** `2026-11-21 12:59:03.250 UTC`. */
export function fullTime(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 23)} UTC`;
}

/** `131.550`, in MHz; HFDL's and satellites' narrower channels keep their digits. */
export function frequencyText(mhz: number): string {
  const digits = /\.(\d+)/.exec(String(mhz))?.[1]?.length ?? 0;
  return mhz.toFixed(Math.min(4, Math.max(3, digits)));
}

/** `37.6188° N 122.3754° W`. */
export function positionText(latitude: number, longitude: number): string {
  const north = `${Math.abs(latitude).toFixed(4)}° ${latitude < 0 ? "S" : "N"}`;
  return `${north} ${Math.abs(longitude).toFixed(4)}° ${longitude < 0 ? "W" : "E"}`;
}

/** `37.62 N 122.38 W 35,000 ft`, or null without a position. */
export function shortPosition({ latitude, longitude, altitude }: Position): string | null {
  if (latitude === null || longitude === null) return null;
  const north = `${Math.abs(latitude).toFixed(2)} ${latitude < 0 ? "S" : "N"}`;
  const east = `${Math.abs(longitude).toFixed(2)} ${longitude < 0 ? "W" : "E"}`;
  const height = altitude === null ? "" : ` ${altitudeText(altitude)}`;
  return `${north} ${east}${height}`;
}
type Position = Pick<EnrichedMessage, "latitude" | "longitude" | "altitude">;

export function altitudeText(feet: number): string {
  return `${Math.round(feet).toLocaleString("en")} ft`;
}

/** `1,234 new messages`. */
export function newText(count: number): string {
  return `${count.toLocaleString("en")} new message${count === 1 ? "" : "s"}`;
}

/** What is known besides, in a line: `Boeing 737-800 · UAL123 · KSFO to KLAX`. */
export function aboutText({ airframe, flight, flightNumber }: EnrichedMessage): string {
  const model = [airframe?.manufacturer, airframe?.model ?? airframe?.type]
    .filter(isSaid)
    .join(" ");
  const route = [flight?.departingAirport, flight?.destinationAirport].filter(isSaid).join(" to ");
  const called = flight?.flightIcao ?? flight?.flight;
  const parts = [model, airframe?.owner, called === flightNumber ? null : called, route];
  return parts.filter(isSaid).join(" · ");
}

function isSaid(part: string | null | undefined): part is string {
  return part !== null && part !== undefined && part !== "";
}

/** Stations of the simulator say so by their ident. */
export function isSimulated(ident: string): boolean {
  return ident.startsWith("SIM-");
}

/** The badge of a source type, short enough for a column. */
export function sourceBadge(sourceType: string): string {
  return shortSourceTypes[sourceType] ?? sourceType.slice(0, 8).toUpperCase();
}
const shortSourceTypes: Readonly<Record<string, string>> = {
  acars: "ACARS",
  vdl: "VDL2",
  hfdl: "HFDL",
  "aero-acars": "SATCOM",
  "iridium-acars": "IRIDIUM",
};
