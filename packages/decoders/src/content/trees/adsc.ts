/**
 * ADS-C of FANS-1/A: the contracts between control centers and aircraft, and the reports under them, as
 * libacars prints them (`adsc.c`).
 */
import { type Fields, fieldsOf, finiteNumber } from "../../formats/fields.ts";
import { type DecodedPosition, readPosition } from "../../formats/members/position.ts";
import { findingsOf, type Findings } from "../findings.ts";
import { contractReaders } from "./adsc-contracts.ts";
import { machWords } from "./values.ts";
import {
  altitudeWords,
  contentOf,
  type TreeItem,
  itemOf,
  type Phrase,
  positionWords,
  rounded,
  treeText,
} from "./words.ts";

/** More tags than a message can have. */
const tagsMax = 32;

/** The tags with the aircraft's own position, and the reasons for the report. Projections are future positions. */
const reportReasons = new Map([
  ["basic_report", "position"],
  ["emerg_basic_report", "emergency position"],
  ["lat_dev_change_event", "lateral deviation, position"],
  ["vspd_chg_event", "vertical speed change, position"],
  ["alt_range_event", "altitude range exceeded, position"],
  ["wpt_change_event", "waypoint change, position"],
]);

interface Context {
  /** The time of the message, Unix ms. */
  readonly timeMs: number;
  readonly isDisconnect: boolean;
}

/** @param adsc libacars' `adsc`: `err` and `tags`, a list of objects of one member each */
export function readAdsc(adsc: Fields, { timeMs, isDisconnect }: Context): Findings | null {
  const tags = (Array.isArray(adsc.tags) ? adsc.tags.slice(0, tagsMax) : []).flatMap((tag) =>
    Object.entries(fieldsOf(tag)).slice(0, 1),
  );
  if (tags.length === 0 && adsc.err !== true && !isDisconnect) return null;
  const report = reportIn(tags, timeMs);
  const phrases = tags.flatMap(([name, value]) => phraseOf(name, fieldsOf(value), report));
  const disconnect = isDisconnect ? "ADS-C disconnection request" : "";
  const isComplete = adsc.err !== true && phrases.length === tags.length;
  const decoded = contentOf({
    decoder: "libacars",
    level: isComplete ? "full" : "partial",
    application: "adsc",
    description:
      [disconnect, ...sentencesOf(phrases)].filter((part) => part !== "").join("; ") || "ADS-C",
    items: numbered(phrases.flatMap(({ items }) => items)),
  });
  return findingsOf(decoded, report?.position ?? {});
}

/** Returns the words: a sentence for each contract, and one for the report, in the order of interest. */
function sentencesOf(phrases: readonly TagPhrase[]): string[] {
  const wordsOf = (parts: readonly TagPhrase[]) =>
    parts.map(({ words }) => words).filter((words) => words !== "");
  const contracts = phrases.filter(({ name }) => !reportOrder.includes(name));
  const reports = reportOrder.flatMap((name) => phrases.filter((phrase) => phrase.name === name));
  return [...wordsOf(contracts), wordsOf(reports).join(", ")];
}

/** Labels of values that more than one tag contains. */
const sharedLabels: readonly string[] = ["Contract", "Vertical speed"];

/** Returns the items without repeated ones; further ones of the same label (projected points) get numbers. */
function numbered(items: readonly TreeItem[]): TreeItem[] {
  const seen = new Map<string, TreeItem["value"][]>();
  return items.flatMap((item) => {
    const values = seen.get(item.label) ?? [];
    if (sharedLabels.includes(item.label) && values.includes(item.value)) return [];
    seen.set(item.label, [...values, item.value]);
    return values.length === 0
      ? [item]
      : [{ ...item, label: `${item.label} ${values.length + 1}` }];
  });
}

interface TagPhrase extends Phrase {
  readonly name: string;
}

interface Report {
  readonly reason: string;
  readonly position: DecodedPosition | null;
  /** The time of the position, Unix ms. */
  readonly atMs: number | null;
  readonly fields: Fields;
}

function reportIn(tags: readonly [string, unknown][], timeMs: number): Report | null {
  for (const [name, value] of tags) {
    const reason = reportReasons.get(name);
    if (reason !== undefined) {
      const fields = fieldsOf(value);
      const position = readPosition(fields.lat, fields.lon, fields.alt);
      return { reason, position, atMs: nearestInHour(fields.ts_sec, timeMs), fields };
    }
  }
  return null;
}

const hourMs = 3_600_000;

/** Returns the instant nearest to a time that is so many seconds after a full hour. */
function nearestInHour(seconds: unknown, timeMs: number): number | null {
  const ofHour = finiteNumber(seconds);
  if (ofHour === null || ofHour < 0 || ofHour >= 3_600 || !Number.isFinite(timeMs)) return null;
  const ofHourMs = Math.round(ofHour * 1_000);
  return Math.round((timeMs - ofHourMs) / hourMs) * hourMs + ofHourMs;
}

function phraseOf(name: string, tag: Fields, report: Report | null): TagPhrase[] {
  const reader = reportReaders.get(name) ?? contractReaders.get(name);
  const phrase =
    reportReasons.has(name) && report !== null
      ? reportPhrase(report)
      : reader?.(tag, report?.atMs ?? null);
  return phrase ? [{ ...phrase, name }] : [];
}

function reportPhrase({ reason, position, atMs, fields }: Report): Phrase {
  const altitude = position?.altitude ?? null;
  const accuracy = finiteNumber(fields.pos_accuracy_nm);
  const place = position && positionWords(position.latitude, position.longitude);
  const words = `${reason}: ${place ?? "unknown"}`;
  return {
    words: altitude === null ? words : `${words}, ${altitudeWords(altitude)}`,
    items: [
      ...itemOf("Position", place),
      ...itemOf("Altitude", altitude, "ft"),
      ...itemOf("Time of position", timeOfDay(atMs)),
      ...itemOf("Position accuracy", accuracy === null ? null : rounded(accuracy), "NM"),
      ...flag("Redundant navigation", fields.nav_redundancy),
      ...flag("TCAS available", fields.tcas_avail),
    ],
  };
}

function flag(label: string, value: unknown): TreeItem[] {
  return typeof value === "boolean" ? itemOf(label, value) : [];
}

/** Returns the time of day in UTC, `HH:MM:SS`. */
function timeOfDay(timeMs: number | null): string | null {
  return timeMs === null || Math.abs(timeMs) > 8.64e15
    ? null
    : new Date(timeMs).toISOString().slice(11, 19);
}

/** The tags of a report in the order in which they are put into words. */
const reportOrder = [
  ...reportReasons.keys(),
  "flight_id",
  "air_ref_data",
  "earth_ref_data",
  "predicted_route",
  "meteo_data",
  "airframe_id",
  "fixed_projection",
  "intermediate_projection",
];

type TagReader = (tag: Fields, atMs: number | null) => Phrase | null;

const reportReaders = new Map<string, TagReader>([
  ["flight_id", (tag) => named("Flight", "flight", treeText(tag.flight_id))],
  ["airframe_id", (tag) => named("ICAO address", "aircraft", addressOf(tag.icao_id))],
  ["air_ref_data", airReference],
  ["earth_ref_data", earthReference],
  ["meteo_data", weather],
  ["predicted_route", predictedRoute],
  ["fixed_projection", fixedProjection],
  ["intermediate_projection", intermediateProjection],
]);

function named(label: string, prefix: string, value: string | null): Phrase | null {
  return value === null ? null : { words: `${prefix} ${value}`, items: itemOf(label, value) };
}

function addressOf(value: unknown): string | null {
  const address = finiteNumber(value);
  if (address === null || address < 0 || address > 0xff_ff_ff) return null;
  return Math.trunc(address).toString(16).toUpperCase().padStart(6, "0");
}

function airReference(tag: Fields): Phrase {
  const mach = finiteNumber(tag.spd_mach);
  return {
    words: mach === null ? "" : machWords(mach),
    items: [
      ...numberItem("Mach", mach),
      ...numberItem(
        "Heading",
        tag.true_hdg_valid === false ? null : tag.true_hdg_deg,
        "\u00b0 true",
      ),
      ...numberItem("Vertical speed", tag.vspd_ftmin, "ft/min"),
    ],
  };
}

function earthReference(tag: Fields): Phrase {
  const speed = finiteNumber(tag.gnd_spd_kts);
  const track = tag.true_trk_valid === false ? null : finiteNumber(tag.true_trk_deg);
  const words = [
    track === null ? null : `track ${Math.round(track)}\u00b0`,
    speed === null ? null : `${Math.round(speed)} kt GS`,
  ].filter((part) => part !== null);
  return {
    words: words.join(", "),
    items: [
      ...numberItem("Track", track, "\u00b0 true"),
      ...numberItem("Ground speed", speed, "kt"),
      ...numberItem("Vertical speed", tag.vspd_ftmin, "ft/min"),
    ],
  };
}

function weather(tag: Fields): Phrase {
  const speed = finiteNumber(tag.wind_spd_kts);
  const direction = tag.wind_dir_valid === false ? null : finiteNumber(tag.wind_dir_true_deg);
  const temperature = finiteNumber(tag.temp_c);
  const from = direction === null ? "" : `${Math.round(direction)}\u00b0 `;
  const words = [
    speed === null ? null : `wind ${from}${Math.round(speed)} kt`,
    temperature === null ? null : `${rounded(temperature, 1)} \u00b0C`,
  ].filter((part) => part !== null);
  return {
    words: words.join(", "),
    items: [
      ...numberItem("Wind direction", direction, "\u00b0 true"),
      ...numberItem("Wind speed", speed, "kt"),
      ...numberItem("Temperature", temperature, "\u00b0C"),
    ],
  };
}

function predictedRoute(tag: Fields, atMs: number | null): Phrase {
  const next = waypoint("Next waypoint", fieldsOf(tag.next_wpt), atMs);
  const then = waypoint("Following waypoint", fieldsOf(tag.next_next_wpt), null);
  const words = [next && `next ${next.words}`, then && `then ${then.words}`];
  return {
    words: words.filter((part) => part !== null).join(", "),
    items: [...(next?.items ?? []), ...(then?.items ?? [])],
  };
}

function fixedProjection(tag: Fields, atMs: number | null): Phrase {
  const point = waypoint("Projected position", tag, atMs);
  return { words: "", items: point?.items ?? [] };
}

function intermediateProjection(tag: Fields): Phrase {
  const track = tag.true_trk_valid === false ? null : tag.true_trk_deg;
  const seconds = finiteNumber(tag.eta_sec);
  return {
    words: "",
    items: [
      ...numberItem("Next change in", tag.dist_nm, "NM"),
      ...numberItem("Next change after", seconds, "s"),
      ...numberItem("Track to next change", track, "\u00b0 true"),
      ...numberItem("Altitude at next change", tag.alt, "ft"),
    ],
  };
}

/** Reads a point ahead. Its time is in seconds from the report. */
function waypoint(label: string, point: Fields, atMs: number | null): Phrase | null {
  const position = readPosition(point.lat, point.lon, point.alt);
  if (position === null) return null;
  const seconds = finiteNumber(point.eta_sec);
  const eta = atMs === null || seconds === null ? null : timeOfDay(atMs + seconds * 1_000);
  const place = positionWords(position.latitude, position.longitude);
  return {
    words: eta === null ? place : `${place} ${eta.slice(0, 5)}`,
    items: [
      ...itemOf(label, place),
      ...itemOf(`${label}, altitude`, position.altitude, "ft"),
      ...itemOf(`${label}, ETA`, eta),
    ],
  };
}

function numberItem(label: string, value: unknown, unit?: string): TreeItem[] {
  const number = finiteNumber(value);
  return itemOf(
    label,
    number === null ? null : rounded(number, 1 + Number(label === "Mach") * 2),
    unit,
  );
}
