import type { EnrichedMessage } from "@jetwire/protocol";

/** Formats an ISO time in UTC as `12:59:03Z`. */
export function clockTime(instant: string): string {
  return `${instant.slice(11, 19)}Z`;
}

/** Formats an ISO time in UTC as `2026-11-21 12:59:03.250 UTC`. */
export function fullTime(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 23)} UTC`;
}

/** Formats MHz as `131.550`. HFDL and satellite channels keep up to four decimals. */
export function frequencyText(mhz: number): string {
  const digits = /\.(\d+)/.exec(String(mhz))?.[1]?.length ?? 0;
  return mhz.toFixed(Math.min(4, Math.max(3, digits)));
}

/** Formats a position as `37.6188° N 122.3754° W`. */
export function positionText(latitude: number, longitude: number): string {
  const north = `${Math.abs(latitude).toFixed(4)}° ${latitude < 0 ? "S" : "N"}`;
  return `${north} ${Math.abs(longitude).toFixed(4)}° ${longitude < 0 ? "W" : "E"}`;
}

/** Formats position and altitude as `37.62 N 122.38 W 35,000 ft`; null without a position. */
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

/** Returns `1,234 new messages`. */
export function newMessagesText(count: number): string {
  return `${count.toLocaleString("en")} new message${count === 1 ? "" : "s"}`;
}

/** Summarizes airframe and flight: `Boeing 737-800 · UAL123 · KSFO to KLAX`. */
export function aboutText({ airframe, flight, flightNumber }: EnrichedMessage): string {
  const model = [airframe?.manufacturer, airframe?.model ?? airframe?.type]
    .filter(isPresent)
    .join(" ");
  const route = [flight?.departingAirport, flight?.destinationAirport]
    .filter(isPresent)
    .join(" to ");
  const called = flight?.flightIcao ?? flight?.flight;
  const parts = [model, airframe?.owner, called === flightNumber ? null : called, route];
  return parts.filter(isPresent).join(" · ");
}

function isPresent(part: string | null | undefined): part is string {
  return part !== null && part !== undefined && part !== "";
}

/** Returns whether a station belongs to the simulator, which is visible in its ident. */
export function isSimulated(ident: string): boolean {
  return ident.startsWith("SIM-");
}

/** Returns a short name of a source type. */
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
