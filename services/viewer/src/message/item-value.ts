import type { Units } from "../ui/display/stored-display.ts";
import { altitude, count, degrees, distance, speed } from "../text/numbers.ts";

/** A value as it is shown, and as it was received if that differs. */
export interface ItemValue {
  readonly text: string;
  readonly original: string | null;
}

const pressurePerInch = 33.8639;

/** The units that are shown in the units that the reader prefers; others stay as they are. */
const converters: Readonly<Record<string, (value: number, units: Units) => string>> = {
  ft: altitude,
  kt: speed,
  kts: speed,
  nm: distance,
  NM: distance,
  deg: angle,
  "°": angle,
  C: (value) => `${count(value)} °C`,
  "ft/min": (value, units) =>
    units === "metric" ? `${(value * 0.00508).toFixed(1)} m/s` : `${count(value)} ft/min`,
  inHg: (value, units) =>
    units === "metric" ? `${Math.round(value * pressurePerInch)} hPa` : `${value} inHg`,
};

/** Returns the text of a decoded value, in the units that the reader prefers. */
export function itemValue(
  value: string | number | boolean,
  unit: string | undefined,
  units: Units,
): ItemValue {
  const written = unit === undefined ? String(value) : `${value} ${unit}`;
  const convert =
    unit !== undefined && Object.hasOwn(converters, unit) ? converters[unit] : undefined;
  if (typeof value !== "number" || !Number.isFinite(value) || !convert) {
    return { text: written, original: null };
  }
  const text = convert(value, units);
  return { text, original: text === written ? null : written };
}

/** Directions are whole; other angles, like coordinates, keep their decimals. */
function angle(value: number): string {
  return Number.isInteger(value) && value >= 0 && value <= 360 ? degrees(value) : `${value}°`;
}
