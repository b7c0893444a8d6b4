/**
 * Values in the elements of CPDLC messages, as libacars (FANS-1/A) and dumpvdl2 (ATN) print them. Names
 * and units: libacars' `asn1-format-cpdlc-json.c` and dumpvdl2's `asn1-format-icao-json.c`.
 */
import { fieldsOf, finiteNumber, isFields } from "../../formats/fields.ts";
import {
  treeClock,
  coordinatesOf,
  flightLevelWords,
  itemOf,
  treeName,
  type Phrase,
  positionWords,
  quantityOf,
  quantityWords,
  rounded,
  spaced,
  treeText,
} from "./words.ts";

type Reader = (value: unknown) => Phrase | null;

/** Returns what a CHOICE (`{choice, data}`) contains, or the value itself. Choices nest: a level, its type, its unit. */
export function chosen(value: unknown): unknown {
  let inner = value;
  for (let depth = 0; depth < 4 && isFields(inner) && isFields(inner.data); depth++) {
    inner = inner.data;
    if (isFields(inner) && isFields(inner.level_type)) inner = inner.level_type;
  }
  return inner;
}

function phrase(label: string, words: string | null): Phrase | null {
  return words === null ? null : { words, items: itemOf(label, words) };
}

function named(label: string): Reader {
  return (value) => phrase(label, treeName(chosen(value)));
}

/** Reads an enumerated value (`eitherSide`). */
function enumerated(label: string): Reader {
  return (value) => {
    const name = treeText(chosen(value));
    return phrase(label, name === null ? null : spaced(name));
  };
}

function quantity(label: string): Reader {
  return (value) => {
    const [first] = quantitiesIn(value);
    if (first === undefined) return null;
    const { amount, unit } = first;
    return { words: quantityWords(amount, unit), items: itemOf(label, amount, unit) };
  };
}

/** Returns the quantities directly in a choice, with their keys (`speed_mach`, `deg_true`). */
function quantitiesIn(value: unknown): { key: string; amount: number; unit: string }[] {
  const data = chosen(value);
  const direct = quantityOf(data);
  if (direct !== null) return [{ key: "", ...direct }];
  return Object.entries(fieldsOf(data))
    .slice(0, 4)
    .flatMap(([key, member]) => {
      const found = quantityOf(member);
      return found === null ? [] : [{ key, ...found }];
    });
}

const feetPerMeter = 3.28084;

/** Reads one level; the value is in feet. */
function readOneLevel(value: unknown): { words: string; feet: number } | null {
  for (const [key, member] of Object.entries(fieldsOf(chosen(value))).slice(0, 4)) {
    const level = finiteNumber(member);
    if (key === "flight_level" && level !== null) {
      return { words: flightLevelWords(level), feet: level * 100 };
    }
    const found = quantityOf(member);
    if (found !== null) {
      const suffix = key.includes("qfe") ? " QFE" : key.includes("gnss") ? " GNSS" : "";
      const feet = found.unit === "m" ? Math.round(found.amount * feetPerMeter) : found.amount;
      return { words: quantityWords(found.amount, found.unit) + suffix, feet };
    }
  }
  return null;
}

/** Reads a level, or the two of a block level. */
export const readLevel: Reader = (value) => {
  const block = fieldsOf(chosen(value)).block_level;
  const levels = (Array.isArray(block) ? block.slice(0, 2) : [value]).flatMap(
    (one) => readOneLevel(isFields(one) ? (one.level_type ?? one) : one) ?? [],
  );
  if (levels.length === 0) return null;
  return {
    words: levels.map(({ words }) => words).join(" to "),
    items: levels.flatMap(({ feet }) => itemOf("Altitude", feet, "ft")),
  };
};

export const readTime: Reader = (value) => phrase("Time", treeClock(value));

/** Reads a fix, a navaid, an airport, coordinates, or a place with bearing and distance. */
export const readPlace: Reader = (value) => phrase("Position", placeWords(chosen(value)));

function placeWords(value: unknown): string | null {
  const place = fieldsOf(value);
  const far = place.place_bearing_dist ?? place.place_bearing_distance ?? place.place_bearing;
  if (isFields(far)) return farPlaceWords(far);
  const coordinates = coordinatesOf(place.lat_lon ?? place.adsc_lat_lon);
  const name = placeName(place) ?? placeName(fieldsOf(chosen(place.published_identifier)));
  if (name !== null) return name;
  return coordinates && positionWords(coordinates.latitude, coordinates.longitude);
}

function placeName(place: Readonly<Record<string, unknown>>): string | null {
  const fix = isFields(place.fix_name) ? place.fix_name.fix : (place.fix ?? place.waypoint_name);
  const navaid = isFields(place.navaid) ? place.navaid.navaid_name : place.navaid;
  return treeText(fix) ?? treeText(navaid) ?? treeText(place.airport);
}

function farPlaceWords(far: Readonly<Record<string, unknown>>): string | null {
  const from = placeName(far) ?? placeName(fieldsOf(chosen(far.published_identifier)));
  const bearing = readDegrees(far.deg ?? far.degrees)?.words;
  const distance = quantity("Distance")(far.dist ?? far.distance)?.words;
  if (from === null || bearing === undefined) return from;
  return distance === undefined
    ? `bearing ${bearing} from ${from}`
    : `${distance} on bearing ${bearing} from ${from}`;
}

/** Reads degrees, magnetic or true. */
export const readDegrees: Reader = (value) => {
  const [first] = quantitiesIn(value);
  if (first === undefined) return null;
  const north = first.key.includes("true") ? " true" : first.key.includes("mag") ? " magnetic" : "";
  const unit = `\u00b0${north}`;
  return { words: `${first.amount}${unit}`, items: itemOf("Direction", first.amount, unit) };
};

/** Reads a speed. Its key tells which: `speed_mach`, `speed_indicated`, `ground_speed` … */
export const readSpeed: Reader = (value) => {
  const [first] = quantitiesIn(value);
  if (first === undefined) return null;
  const { key, amount, unit } = first;
  if (key.includes("mach") || unit === "") {
    return { words: machWords(amount), items: itemOf("Mach", amount) };
  }
  const kind = key.includes("true")
    ? "True airspeed"
    : key.includes("gnd") || key.includes("ground")
      ? "Ground speed"
      : "Indicated airspeed";
  const suffix = { "True airspeed": " TAS", "Ground speed": " GS", "Indicated airspeed": "" }[kind];
  return { words: quantityWords(amount, unit) + suffix, items: itemOf(kind, amount, unit) };
};

export function machWords(mach: number): string {
  return `Mach ${rounded(mach).toFixed(2)}`;
}

const readFrequency: Reader = (value) => {
  const [first] = quantitiesIn(value);
  if (first === undefined) {
    const { sat_channel, satcom_channel } = fieldsOf(chosen(value));
    return phrase("Satellite channel", treeText(sat_channel ?? satcom_channel));
  }
  const { amount, unit } = first;
  const words = unit === "MHz" ? `${amount.toFixed(3)} MHz` : quantityWords(amount, unit);
  return { words, items: itemOf("Frequency", amount, unit) };
};

/** Reads the name and function of a control unit: `KOBE control`. */
const readUnit: Reader = (value) => {
  const unit = fieldsOf(value);
  const id = fieldsOf(chosen(unit.icao_facility_id));
  const name =
    treeText(id.icao_facility_name ?? unit.facility_name) ??
    treeText(id.icao_facility_designation ?? unit.facility_designation);
  const role = treeText(unit.icao_facility_function ?? unit.facility_function);
  if (name === null) return null;
  return phrase("Unit", role === null ? name : `${name} ${spaced(role)}`);
};

const readFacility: Reader = (value) => {
  const designation = fieldsOf(chosen(value)).facility_designation;
  return phrase("Facility", treeText(designation ?? value));
};

/** Reads a squawk, which dumpvdl2 prints as a number without its leading zeros. */
const readCode: Reader = (value) => {
  const code = treeName(value);
  return phrase("Squawk", code === null ? null : code.padStart(4, "0"));
};

export const readProcedure: Reader = (value) => {
  const { procedure_type, procedure, procedure_transition } = fieldsOf(value);
  const type = treeText(procedure_type);
  const parts = [treeText(procedure), treeText(procedure_transition)];
  const words = [type === null ? null : spaced(type), ...parts].filter((part) => part !== null);
  return words.length === 0 ? null : phrase("Procedure", words.join(" "));
};

const readRunway: Reader = (value) => {
  const { runway_dir, runway_direction, runway_config, runway_configuration } = fieldsOf(value);
  const direction = finiteNumber(runway_dir ?? runway_direction);
  if (direction === null) return null;
  const side = treeText(runway_config ?? runway_configuration) ?? "none";
  const letter = side === "none" ? "" : side.slice(0, 1).toUpperCase();
  return phrase("Runway", String(direction).padStart(2, "0") + letter);
};

/** A kind of value: its key in the tree, and the placeholder that it fills in the text of an element. */
export interface ValueKind {
  readonly placeholders: readonly string[];
  readonly keys: readonly string[];
  readonly read: Reader;
}

export const simpleKinds: readonly ValueKind[] = [
  { placeholders: ["altitude", "level"], keys: ["alt", "level"], read: readLevel },
  { placeholders: ["time"], keys: ["time"], read: readTime },
  { placeholders: ["position"], keys: ["pos", "position"], read: readPlace },
  { placeholders: ["speed"], keys: ["speed"], read: readSpeed },
  {
    placeholders: ["distanceoffset", "offset"],
    keys: ["dist_offset", "distance_specified"],
    read: quantity("Offset"),
  },
  { placeholders: ["distance"], keys: ["dist", "distance"], read: quantity("Distance") },
  { placeholders: ["direction"], keys: ["dir", "direction"], read: enumerated("Side") },
  { placeholders: ["degrees"], keys: ["deg", "degrees"], read: readDegrees },
  { placeholders: ["frequency"], keys: ["freq", "frequency"], read: readFrequency },
  {
    placeholders: ["icaounitname", "unitname"],
    keys: ["icao_unit_name", "unit_name"],
    read: readUnit,
  },
  {
    placeholders: ["icaofacilitydesignation", "facilitydesignation", "facility"],
    keys: ["icao_facility_designation", "facility_designation", "facility"],
    read: readFacility,
  },
  { placeholders: ["beaconcode", "code"], keys: ["beacon_code", "code"], read: readCode },
  { placeholders: ["procedurename"], keys: ["procedure_name"], read: readProcedure },
  { placeholders: ["legtype"], keys: ["leg_type"], read: quantity("Leg") },
  { placeholders: ["altimeter"], keys: ["altimeter"], read: quantity("Altimeter") },
  {
    placeholders: ["errorinformation"],
    keys: ["err_info", "error_info"],
    read: enumerated("Error"),
  },
  { placeholders: ["atiscode"], keys: ["atis_code"], read: named("ATIS") },
  { placeholders: ["freetext"], keys: ["free_text"], read: named("Text") },
  {
    placeholders: ["verticalrate"],
    keys: ["vert_rate", "vertical_rate"],
    read: quantity("Vertical speed"),
  },
  { placeholders: ["tofrom"], keys: ["to_from"], read: enumerated("To or from") },
  {
    placeholders: ["remainingfuel"],
    keys: ["rem_fuel_time", "remaining_fuel"],
    read: (value) => phrase("Fuel", treeClock(value)),
  },
  {
    placeholders: ["remainingsouls", "personsonboard"],
    keys: ["persons_onboard", "persons_on_board"],
    read: (value) => {
      const count = finiteNumber(value);
      return count === null
        ? null
        : { words: String(count), items: itemOf("Persons on board", count) };
    },
  },
  { placeholders: ["versionnumber"], keys: ["ver_num", "version"], read: named("Version") },
  { placeholders: ["traffictype"], keys: ["traffic_type"], read: enumerated("Traffic") },
  { placeholders: ["clearancetype"], keys: ["clearance_type"], read: enumerated("Clearance") },
  { placeholders: ["speedtype"], keys: ["speed_type"], read: enumerated("Speed type") },
  { placeholders: ["runway"], keys: ["runway"], read: readRunway },
  { placeholders: ["rvr"], keys: ["rvr"], read: quantity("Runway visual range") },
  { placeholders: ["airport"], keys: ["airport"], read: named("Airport") },
];

export { quantity as quantityReader, readRunway };
