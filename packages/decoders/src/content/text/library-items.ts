import type { MessageDecoder } from "@airframes/acars-decoder";
import { type TreeItem, positionWords } from "../trees/words.ts";
import { clockWords } from "./words.ts";
import { clockOfSeconds, numberItem } from "./values.ts";

export type LibraryResult = ReturnType<MessageDecoder["decode"]>;

type Raw = LibraryResult["raw"];
type ItemReader = (raw: Raw, timeMs: number | null) => TreeItem | null;

/** Items that are read from the library's raw values, by its code of the item. */
const readersByCode: ReadonlyMap<string, ItemReader> = new Map<string, ItemReader>([
  ["OATEMP", ({ outside_air_temperature: t }) => numberItem("Temperature", t, "temperature")],
  [
    "TATEMP",
    ({ total_air_temperature: t }) => numberItem("Total air temperature", t, "temperature"),
  ],
  ["GSPD", ({ groundspeed }) => numberItem("Ground speed", groundspeed, "speed")],
  ["ASPD", ({ airspeed }) => numberItem("True airspeed", airspeed, "speed")],
  ["MACH", ({ mach }) => numberItem("Mach", machOf(mach), "mach")],
  ["HDG", ({ heading }) => numberItem("Heading", heading, "heading")],
  ["FREQ", ({ frequency }) => numberItem("Frequency", frequency, "frequency")],
  ["DES_ALT", ({ desired_alt }) => numberItem("Desired altitude", desired_alt, "altitude")],
  ["FOB", ({ fuel_on_board }) => numberItem("Fuel on board", fuel_on_board, "number")],
  ["FB", ({ fuel_burned }) => numberItem("Fuel burned", fuel_burned, "number")],
  ["FUEL_REM", ({ fuel_remaining }) => numberItem("Fuel remaining", fuel_remaining, "number")],
  ["FUEL_OUT", ({ out_fuel }) => numberItem("Fuel out of gate", out_fuel, "pounds")],
  ["FUEL_OFF", ({ off_fuel }) => numberItem("Fuel at takeoff", off_fuel, "pounds")],
  ["FUEL_ON", ({ on_fuel }) => numberItem("Fuel at landing", on_fuel, "pounds")],
  ["FUEL_IN", ({ in_fuel }) => numberItem("Fuel in gate", in_fuel, "pounds")],
  ["FUEL_START", ({ start_fuel }) => numberItem("Fuel at start", start_fuel, "pounds")],
  ["MAC", ({ mac }) => numberItem("Mean aerodynamic chord", mac, "percent")],
  ["CG", ({ center_of_gravity: cg }) => numberItem("Center of gravity", cg, "percent")],
  [
    "CG_LOWER",
    ({ cg_lower_limit: cg }) => numberItem("Center of gravity, lower limit", cg, "percent"),
  ],
  [
    "CG_UPPER",
    ({ cg_upper_limit: cg }) => numberItem("Center of gravity, upper limit", cg, "percent"),
  ],
  ["DEPRWY", ({ departure_runway }) => runwayItem("Departure runway", departure_runway)],
  ["ARWY", ({ arrival_runway }) => runwayItem("Arrival runway", arrival_runway)],
  ["ALT_ARWY", ({ alternate_runway }) => runwayItem("Alternate runway", alternate_runway)],
  ["TIMESTAMP", ({ message_timestamp }, timeMs) => timeItem(message_timestamp, timeMs)],
]);

/** Returns a Mach number: the library reads the hundredths `080` of label 16 as thousandths. */
function machOf(mach: unknown): unknown {
  return typeof mach === "number" && mach < 0.1 ? mach * 10 : mach;
}

/** Items that are read elsewhere, or that say nothing about the flight. */
const leftOutCodes: ReadonlySet<string> = new Set(
  // AIRLINE is "United Airlines" for every text with label 5Z.
  "POS ALT FLIGHT CALLSIGN ORG DST OUT OFF ON IN ETA CHECKSUM MSG_DAY MSG_MON DEP_DAY ARR_DAY ptd AIRLINE".split(
    " ",
  ),
);

/** The library's labels of other items, in our words. */
const labels: Readonly<Record<string, string>> = {
  "Aircraft Route": "Route",
  "Fault Report": "Fault",
  "Message Type": "Message",
  "Text Message": "Text",
  Tail: "Registration",
};

/** Returns the items of a result, without those that are blank or not possible. */
export function libraryItems(result: LibraryResult, timeMs: number | null): TreeItem[] {
  const { formatted, raw } = result;
  const items = formatted.items.flatMap(({ code, label, value }): TreeItem[] => {
    if (leftOutCodes.has(code)) return [];
    const reader = readersByCode.get(code);
    if (reader !== undefined) return present(reader(raw, timeMs));
    if (code === "ROUTE" && isPositionReport(result)) return waypointItems(raw);
    return present(textItem(labels[label] ?? sentence(label), value));
  });
  return [...items, ...present(windItem(result))];
}

/** Whether the route is the last waypoint, the next one and the one after it. */
function isPositionReport({ decoder, raw }: LibraryResult): boolean {
  const isKnown = decoder.name === "arinc-702" || decoder.name === "label-16-posa1";
  return isKnown && raw.position !== undefined;
}

const waypointLabels = ["Last waypoint", "Next waypoint", "Waypoint after it"];

function waypointItems(raw: Raw): TreeItem[] {
  const waypoints: unknown = raw.route?.waypoints;
  if (!Array.isArray(waypoints)) return [];
  return waypoints.slice(0, waypointLabels.length).flatMap((waypoint: Waypoint, index) => {
    const { name = "", latitude, longitude, offset, time } = waypoint;
    const isUnnamed = latitude !== undefined && longitude !== undefined;
    const named = offset ? `${name} ${offset.bearing}°/${offset.distance} NM` : name;
    const waypointName = name === "" && isUnnamed ? positionWords(latitude, longitude) : named;
    if (waypointName === "" || waypointName === "?") return [];
    // A blank time is 0 in the library.
    const clock = time === 0 ? null : clockOfSeconds(time);
    const value = clock === null ? waypointName : `${waypointName} ${clockWords(clock)}`;
    return present(textItem(waypointLabels[index] ?? "", value));
  });
}

interface Waypoint {
  readonly name?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly offset?: { readonly bearing: number; readonly distance: number };
  readonly time?: number;
}

const windPattern = /^(\d{3})(\d{2,3}),/;

/** Reads the wind of a position report of ARINC 702A, which the library leaves over: direction and speed. */
function windItem({ decoder, formatted, remaining }: LibraryResult): TreeItem | null {
  if (decoder.name !== "arinc-702" || formatted.description !== "Position Report") return null;
  const [, direction, speed] = windPattern.exec(remaining.text ?? "") ?? [];
  if (direction === undefined || speed === undefined) return null;
  if (Number(direction) > 360 || Number(speed) > 250) return null;
  return { label: "Wind", value: `${direction}° ${Number(speed)} kt` };
}

/** Reads a runway; ARINC 702A writes the letter O behind one without left, right or center. */
function runwayItem(label: string, value: unknown): TreeItem | null {
  const runway = typeof value === "string" ? /^(\d{2}[LRC]?)O?$/.exec(value.trim()) : null;
  return runway?.[1] === undefined ? null : { label, value: runway[1] };
}

const daysApartMax = 2;

/** Reads the time in a message: of a day, or an instant that is near the message's own. */
function timeItem(value: unknown, timeMs: number | null): TreeItem | null {
  const clock = clockOfSeconds(value);
  if (clock === null || typeof value !== "number") return null;
  const isInstant = value >= 86_400;
  const apartMs = Math.abs(value * 1_000 - (timeMs ?? Number.NaN));
  if (isInstant && !(apartMs <= daysApartMax * 86_400_000)) return null;
  return { label: "Time", value: clockWords(clock) };
}

function textItem(label: string, value: unknown): TreeItem | null {
  const text = typeof value === "string" ? value.trim() : "";
  if (label === "" || text === "" || /\b(?:NaN|undefined|null|Invalid)\b/.test(text)) return null;
  return { label, value: text };
}

function present(item: TreeItem | null): TreeItem[] {
  return item === null ? [] : [item];
}

function sentence(label: string): string {
  return label.charAt(0) + label.slice(1).toLowerCase();
}
