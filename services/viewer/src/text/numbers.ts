import type { Units } from "../ui/display/stored-display.ts";

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const twoDigits = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });
const tenths = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A count: `1,204`. */
export function count(value: number): string {
  return minus(whole.format(value));
}

/** A rate: below 10 with one decimal, `3.1`, above without, `212`. */
export function rate(value: number): string {
  return value === 0 ? "0" : value < 9.95 ? tenths.format(value) : whole.format(value);
}

/** A difference with its sign: `+0.2`. */
export function signedText(value: number): string {
  return `${value >= 0.05 ? "+" : ""}${minus(tenths.format(Math.abs(value) < 0.05 ? 0 : value))}`;
}

/** A share: `61%`; a share above 0 is at least `1%`. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return `${share > 0 ? Math.max(1, rounded) : rounded}%`;
}

/** A level: `−26.6 dB`. */
export function decibels(level: number): string {
  return `${minus(tenths.format(level))} dB`;
}

/** A frequency: `136.975 MHz`; four decimals where they say something. */
export function megahertz(frequency: number): string {
  const thousandths = frequency.toFixed(3);
  const fine = frequency.toFixed(4);
  return `${fine.endsWith("0") ? thousandths : fine} MHz`;
}

/** A position: `35.49 N 105.22 W`. */
export function position(north: number, east: number, decimals = 2): string {
  return `${latitudeText(north, decimals)} ${longitudeText(east, decimals)}`;
}

/** A latitude: `35.5 N`. */
export function latitudeText(degreesNorth: number, decimals = 1): string {
  return `${Math.abs(degreesNorth).toFixed(decimals)} ${degreesNorth < 0 ? "S" : "N"}`;
}

/** A longitude: `105.2 W`. */
export function longitudeText(degreesEast: number, decimals = 1): string {
  return `${Math.abs(degreesEast).toFixed(decimals)} ${degreesEast < 0 ? "W" : "E"}`;
}

const flightLevelFeetMin = 18_000;
const metresPerFoot = 0.3048;

/** An altitude: `FL350` from 18,000 ft, else `2,400 ft`; in metric units `10,668 m`. */
export function altitude(feet: number, units: Units): string {
  if (units === "metric") return `${count(Math.round(feet * metresPerFoot))} m`;
  if (feet < flightLevelFeetMin) return `${count(feet)} ft`;
  return `FL${String(Math.round(feet / 100)).padStart(3, "0")}`;
}

/** A speed: `290 kt`, in metric units `537 km/h`. */
export function speed(knots: number, units: Units): string {
  return units === "metric" ? `${count(knots * 1.852)} km/h` : `${count(knots)} kt`;
}

/** A distance: `120 NM`, in metric units `222 km`; below 10 with two digits, `0.05 NM`. */
export function distance(nauticalMiles: number, units: Units): string {
  const [length, unit] = units === "metric" ? [nauticalMiles * 1.852, "km"] : [nauticalMiles, "NM"];
  return `${Math.abs(length) < 9.5 ? minus(twoDigits.format(length)) : count(length)} ${unit}`;
}

const charsPerKib = 1_024;

/** The size of a text: `612 characters`, from 1 KiB `1.5 KiB`. */
export function textSize(chars: number): string {
  if (chars < charsPerKib) return chars === 1 ? "1 character" : `${chars} characters`;
  const kib = chars / charsPerKib;
  return `${kib < 9.95 ? tenths.format(kib) : whole.format(kib)} KiB`;
}

const byteUnits = ["B", "kB", "MB", "GB", "TB"];

/** A number of bytes in decimal units, as disks are sold: `512 B`, `1.5 GB`, `212 MB`. */
export function byteSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.floor(Math.log10(Math.round(bytes)) / 3);
  const unit = Math.min(byteUnits.length - 1, power);
  const value = bytes / 1_000 ** unit;
  return `${unit === 0 || value >= 99.95 ? whole.format(value) : tenths.format(value)} ${byteUnits[unit]}`;
}

/** A direction: `092°`. */
export function degrees(track: number): string {
  return `${String(Math.round(track) % 360).padStart(3, "0")}°`;
}

const steps = [2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100];

/** A share of a sample as "1 in n": the nearest of few numbers, null for the whole. */
export function oneIn(fraction: number): number | null {
  if (fraction >= 0.999) return null;
  const exact = 1 / Math.max(fraction, 0.001);
  return steps.reduce((best, step) =>
    Math.abs(step - exact) < Math.abs(best - exact) ? step : best,
  );
}

function minus(text: string): string {
  return text.replace("-", "−");
}
