/**
 * Checks of values that are read from texts. Texts may be damaged by radio, and a format may match a text
 * of another one: a value that no flight can have is none.
 */
import { clockOf } from "../clock-times.ts";
import type { TreeItem } from "../trees/words.ts";

/** No region of ICAO has the letters I, J, Q and X, so `XXXX` and most words are no airports. */
const icaoAirport = /^[A-HK-PR-WYZ][A-Z]{3}$/;
const iataAirport = /^[A-Z]{3}$/;
const flightNumber = /^(?=.*[A-Z])[A-Z0-9]{3,8}$/;

export function airportOf(value: unknown): string | null {
  const code = typeof value === "string" ? value.trim() : "";
  return icaoAirport.test(code) ? code : null;
}

export function iataAirportOf(value: unknown): string | null {
  const code = typeof value === "string" ? value.trim() : "";
  return iataAirport.test(code) ? code : null;
}

export function flightOf(value: unknown): string | null {
  const flight = typeof value === "string" ? value.trim() : "";
  return flightNumber.test(flight) && !/^[A-Z]+0*$/.test(flight) ? flight : null;
}

/** Reads seconds after midnight, or Unix seconds, as a time of day; null for anything else. */
export function clockOfSeconds(value: unknown): string | null {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return null;
  const ofDay = Math.floor(value) % 86_400;
  const [hours, minutes] = [Math.floor(ofDay / 3_600), Math.floor(ofDay / 60) % 60];
  return clockOf([hours, minutes, ofDay % 60].map((n) => String(n).padStart(2, "0")).join(""));
}

/** Reads degrees and minutes (`2459.5` or `24595`, `04317.8` or `043178`), or with seconds (`361915`). */
export function degreesOf(hemisphere: string, degrees: string, rest: string): number | null {
  const digits = rest.replace(".", "");
  const minutes = Number(digits.slice(0, 2));
  const isSeconds = digits.length === 4;
  const part = Number(digits.slice(2) || "0") / (isSeconds ? 60 : 10);
  if (!/^\d{2,4}$/.test(digits) || minutes >= 60 || part >= 60) return null;
  return signed(hemisphere, Number(degrees) + (minutes + part) / 60);
}

/** Returns the value with the sign of its hemisphere. */
export function signed(hemisphere: string, degrees: number): number {
  return hemisphere === "S" || hemisphere === "W" ? -degrees : degrees;
}

interface Range {
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
}

const ranges = {
  temperature: { unit: "°C", min: -100, max: 60 },
  speed: { unit: "kt", min: 0, max: 1_000 },
  mach: { min: 0.1, max: 1.1 },
  heading: { unit: "°", min: 0, max: 360 },
  altitude: { unit: "ft", min: -2_000, max: 60_000 },
  percent: { unit: "%", min: 0, max: 100 },
  pounds: { unit: "lb", min: 0, max: 600_000 },
  frequency: { unit: "MHz", min: 2, max: 1_700 },
  number: { min: -1_000_000, max: 1_000_000 },
} as const satisfies Record<string, Range>;

/** Makes an item of a number; null if it is not one, or not possible. */
export function numberItem(
  label: string,
  value: unknown,
  kind: keyof typeof ranges,
): TreeItem | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return null;
  const { min, max, unit }: Range = ranges[kind];
  if (value < min || value > max) return null;
  const rounded = Math.round(value * 1_000) / 1_000;
  return { label, value: rounded, ...(unit !== undefined && { unit }) };
}

/** Returns a number and its unit as in a description; null for no item. */
export function itemWords(item: TreeItem | null): string | null {
  if (item === null) return null;
  return item.unit === undefined ? `${item.value}` : `${item.value} ${item.unit}`;
}
