import type { SeededRandom } from "../random.ts";
import type { AirframeState } from "../world/flight.ts";
import { hhmm, hhmmss, twoDigits } from "./clock-text.ts";
import type { ComposedText } from "./composed-text.ts";
import { arincChecksum, hex4 } from "./checksum.ts";
import { pickWaypoint } from "./waypoints.ts";

/** The flight management computer's position report: label H1, sometimes addressed `#M1B`. */
export function fmcPosition(state: AirframeState, random: SeededRandom): ComposedText {
  const level = String(Math.round(state.altitude / 100)).padStart(3, "0");
  const body = [
    `POS${minutesPosition(state)}`,
    pickWaypoint(random),
    hhmmss(state.atMs - 90_000),
    level,
    pickWaypoint(random),
    hhmmss(state.atMs + random.integer(4, 14) * 60_000),
    pickWaypoint(random),
    temperature(state),
    String(random.integer(100, 260)) + twoDigits(random.integer(10, 99)),
    String(random.integer(80, 260)),
  ].join(",");
  const text = body + hex4(arincChecksum(Buffer.from(body)));
  return random.chance(0.5)
    ? { label: "H1", origin: "F", sublabel: "M1", text }
    : { label: "H1", origin: "F", text };
}

/** Label 16: time, altitude, expected arrival, a number that is not read, and position in degrees. */
export function timedPosition(state: AirframeState): ComposedText {
  const parts = [
    hhmmss(state.atMs),
    String(state.altitude),
    hhmm(state.leg.onMs),
    String(Math.round(state.track)).padStart(4, " "),
    `${hemisphere(state.latitude, "N", "S")} ${Math.abs(state.latitude).toFixed(3).padStart(6, "0")}`,
    `${hemisphere(state.longitude, "E", "W")}${Math.abs(state.longitude).toFixed(3).padStart(7, "0")}`,
  ];
  return { label: "16", origin: "M", text: parts.join(",") };
}

/** Label 21: position in degrees with weather, fuel and the time of arrival. */
export function airlinePosition(state: AirframeState, random: SeededRandom): ComposedText {
  const { leg } = state;
  const latitude = `${hemisphere(state.latitude, "N", "S")} ${Math.abs(state.latitude).toFixed(3).padStart(6, " ")}`;
  const longitude = `${hemisphere(state.longitude, "E", "W")}${Math.abs(state.longitude).toFixed(3).padStart(7, "0")}`;
  const text = `POS${latitude}${longitude}, ${Math.round(state.track)},${hhmmss(state.atMs)},${state.altitude},${random.integer(120, 290)}${twoDigits(random.integer(5, 95))},  ${random.integer(10, 90)},${String(celsiusOf(state)).padStart(3, " ")},${hhmmss(leg.onMs)},${leg.destination.icao}`;
  return { label: "21", origin: "M", text };
}

/** Label 80: an operations report of long-haul fleets. */
export function operationsReport(state: AirframeState, random: SeededRandom): ComposedText {
  const { leg, airframe } = state;
  const text =
    `3N01 POSRPT ${String(leg.flightNumber).padStart(4, "0")}/${twoDigits(new Date(state.atMs).getUTCDate())} ` +
    `${leg.departure.icao}/${leg.destination.icao} .${airframe.tail}\r\n` +
    `/POS ${minutesPosition(state)}/ALT +${state.altitude}/FOB ${random.integer(60, 600)}/ETA ${hhmm(leg.onMs)}`;
  return { label: "80", origin: "M", text };
}

/** Degrees, minutes and tenths of minutes: `N34261W108337`. */
export function minutesPosition(at: { latitude: number; longitude: number }): string {
  return (
    hemisphere(at.latitude, "N", "S") +
    minutes(at.latitude, 2) +
    hemisphere(at.longitude, "E", "W") +
    minutes(at.longitude, 3)
  );
}

function minutes(degrees: number, digits: number): string {
  const tenths = Math.min(Math.round(Math.abs(degrees) * 600), (digits === 2 ? 90 : 180) * 600);
  return (
    String(Math.floor(tenths / 600)).padStart(digits, "0") + String(tenths % 600).padStart(3, "0")
  );
}

function hemisphere(degrees: number, positive: string, negative: string): string {
  return degrees < 0 ? negative : positive;
}

function temperature(state: AirframeState): string {
  const celsius = celsiusOf(state);
  return celsius < 0 ? `M${-celsius}` : `P${celsius}`;
}

function celsiusOf(state: AirframeState): number {
  return Math.max(-70, Math.round(15 - state.altitude / 520));
}
