/** Words for values in decoders' trees. Every reader returns null for what has not the expected shape. */
import { type Decoded, decodedCharsMax, decodedItemsMax } from "@jetwire/protocol";
import { type Fields, fieldsOf, finiteNumber, isFields } from "../../formats/fields.ts";
import { readPosition } from "../../formats/members/position.ts";

export type TreeItem = Decoded["items"][number];

/** Words for a part of a message, and the values in it. */
export interface Phrase {
  readonly words: string;
  readonly items: readonly TreeItem[];
}

/** The longest value of an item, in characters; a description may be longer. */
const valueCharsMax = 500;

/** Returns a text without U+0000 and lone surrogates, of limited length. */
export function clip(text: string, charsMax = valueCharsMax): string {
  return text.slice(0, charsMax).replaceAll("\0", "\u2400").toWellFormed();
}

/** Reads a text, trimmed and with white space folded; null for blank text and anything else. */
export function treeText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = clip(value).replaceAll(/\s+/g, " ").trim();
  return text === "" ? null : text;
}

/** Reads a text or a number as text. */
export function treeName(value: unknown): string | null {
  const number = finiteNumber(value);
  return number === null ? treeText(value) : String(number);
}

/** Returns one item, or none if its value is unknown. */
export function itemOf(label: string, value: TreeItem["value"] | null, unit?: string): TreeItem[] {
  if (value === null || (typeof value === "number" && !Number.isFinite(value))) return [];
  return [unit === undefined ? { label, value } : { label, value, unit }];
}

// oxlint-disable-next-line no-control-regex -- these are what is replaced
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g;

/** Creates the content of a tree, within the bounds of a message. */
export function contentOf(content: Omit<Decoded, "by">): Decoded {
  return {
    ...content,
    by: "decoder",
    description: capitalized(
      clip(content.description, decodedCharsMax).replace(controlCharacters, "\ufffd"),
    ),
    items: content.items.slice(0, decodedItemsMax).map((item) => ({
      ...item,
      label: clip(item.label),
      value: typeof item.value === "string" ? clip(item.value, decodedCharsMax) : item.value,
    })),
  };
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns a number without digits of conversion errors (`0.8200000000000001`). */
export function rounded(value: number, digits = 3): number {
  const factor = 10 ** digits;
  const near = Math.round(value * factor) / factor;
  return Number.isFinite(near) ? near : value;
}

/** Reads `{val, unit}`, a number with its unit. */
export function quantityOf(value: unknown): { amount: number; unit: string } | null {
  if (!isFields(value)) return null;
  const amount = finiteNumber(value.val);
  const unit = typeof value.unit === "string" ? clip(value.unit, 16) : "";
  return amount === null ? null : { amount: rounded(amount), unit: unitNames.get(unit) ?? unit };
}

/** Our names of units that decoders abbreviate in other ways. */
const unitNames = new Map([
  ["kts", "kt"],
  ["nm", "NM"],
  ["deg", "\u00b0"],
  ["C", "\u00b0C"],
  ["F", "\u00b0F"],
  ["%%", "%"],
  ["minutes", "min"],
  ["sec", "s"],
]);

/** Returns a quantity in words: `15 NM`, `270°`. */
export function quantityWords(amount: number, unit: string): string {
  const isSign = unit === "\u00b0" || unit === "%" || unit === "";
  if (isSign) return `${amount}${unit}`;
  return `${unit.startsWith("ft") ? grouped(amount) : amount} ${unit}`;
}

/** Reads `{hour, min, sec?}` as `HH:MM` or `HH:MM:SS`. */
export function treeClock(value: unknown): string | null {
  const time = fieldsOf(value);
  const parts = [time.hour, time.min ?? time.minute, time.sec ?? time.second];
  const [hour, minute, second] = parts.map(finiteNumber);
  if (!isBelow(hour, 24) || !isBelow(minute, 60)) return null;
  const clock = `${twoDigits(hour)}:${twoDigits(minute)}`;
  return isBelow(second, 60) ? `${clock}:${twoDigits(second)}` : clock;
}

/** Reads `{year, month, day}` as `YYYY-MM-DD`. */
export function dateOf(value: unknown): string | null {
  const { year, month, day } = fieldsOf(value);
  const [years, months, days] = [year, month, day].map(finiteNumber);
  if (!isBelow(years, 10_000) || !isBelow(months, 13) || !isBelow(days, 32)) return null;
  return `${years}-${twoDigits(months)}-${twoDigits(days)}`;
}

function isBelow(value: number | null | undefined, end: number): value is number {
  return typeof value === "number" && value >= 0 && value < end && Number.isInteger(value);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** Returns a position in words: `51.27 N 0.84 W`. */
export function positionWords(latitude: number, longitude: number): string {
  const [north, east] = [latitude < 0 ? "S" : "N", longitude < 0 ? "W" : "E"];
  return `${Math.abs(latitude).toFixed(2)} ${north} ${Math.abs(longitude).toFixed(2)} ${east}`;
}

/** Reads `{lat, lon}` of degrees, minutes and directions. */
export function coordinatesOf(
  value: unknown,
): { readonly latitude: number; readonly longitude: number } | null {
  const { lat, lon } = fieldsOf(value);
  const position = readPosition(degreesOf(lat, "south"), degreesOf(lon, "west"), null);
  return position === null
    ? null
    : { latitude: rounded(position.latitude, 6), longitude: rounded(position.longitude, 6) };
}

function degreesOf(value: unknown, negative: string): number | null {
  const angle: Fields = fieldsOf(value);
  const degrees = finiteNumber(angle.deg);
  if (degrees === null) return null;
  const size =
    degrees + (finiteNumber(angle.min) ?? 0) / 60 + (finiteNumber(angle.sec) ?? 0) / 3600;
  return angle.dir === negative ? -size : size;
}

/** Returns a number with separators of thousands: `3,141`. */
export function grouped(amount: number): string {
  return amount.toLocaleString("en-US", { maximumFractionDigits: 3 });
}

/** The altitude from which flight levels are used in words. */
const flightLevelsFromFeet = 18_000;

/** Returns a pressure altitude in words: `FL370`, or feet below the flight levels. */
export function altitudeWords(feet: number): string {
  return feet < flightLevelsFromFeet
    ? `${grouped(Math.round(feet))} ft`
    : flightLevelWords(feet / 100);
}

export function flightLevelWords(level: number): string {
  return `FL${String(Math.round(level)).padStart(3, "0")}`;
}

/** Returns a name of ASN.1 (`endServiceWithPendingMsgs`, `eastBound`) or a key in words. */
export function spaced(name: string): string {
  return clip(name, 100)
    .replaceAll(/[_-]+/g, " ")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/\bmsg(s?)\b/g, "message$1")
    .trim();
}
