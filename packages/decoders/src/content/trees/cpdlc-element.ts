/** Elements of CPDLC messages in words: their texts are in the tree, with placeholders for values. */
import { type Fields, fieldsOf, isFields } from "../../formats/fields.ts";
import { feetOf, type Reported, readTreePositionReport } from "./position-report.ts";
import { readDepartureClearance, readRoute } from "./routes.ts";
import { simpleKinds, type ValueKind } from "./values.ts";
import { clip, type TreeItem, itemOf, type Phrase, treeText } from "./words.ts";

const kinds: readonly ValueKind[] = [
  ...simpleKinds,
  { placeholders: ["routeclearance"], keys: ["rte_clearance", "route_clearance"], read: readRoute },
  {
    placeholders: ["predepartureclearance", "departureclearance"],
    keys: ["predeparture_clearance", "departure_clearance"],
    read: readDepartureClearance,
  },
  {
    placeholders: ["positionreport"],
    keys: ["pos_report", "position_report"],
    read: readTreePositionReport,
  },
];

const kindOfKey = new Map(kinds.flatMap((kind) => kind.keys.map((key) => [key, kind] as const)));
const kindOfPlaceholder = new Map(
  kinds.flatMap((kind) => kind.placeholders.map((name) => [name, kind] as const)),
);

export interface Element {
  readonly words: string;
  readonly items: readonly TreeItem[];
  /** Whether every value was put into the words. */
  readonly isFull: boolean;
  readonly reported: Reported;
}

/** The texts that libacars and dumpvdl2 print without a name of the value, or without the value. */
const clearerTexts = new Map([
  ["FREE TEXT", "[freetext]"],
  ["ERROR", "ERROR, [errorinformation]"],
  ["ERROR [errorinformation]", "ERROR, [errorinformation]"],
  ["[versionnumber]", "VERSION [versionnumber]"],
  ["[icaofacilitydesignation]", "FACILITY [icaofacilitydesignation]"],
  ["[facilitydesignation]", "FACILITY [facilitydesignation]"],
  ["[icaofacilitydesignation] [tp4table]", "FACILITY [icaofacilitydesignation]"],
  ["[predepartureclearance]", "CLEARANCE [predepartureclearance]"],
  ["[DepartureClearance]", "CLEARANCE [departureclearance]"],
]);

/**
 * Reads an element.
 *
 * @param element `{choice, choice_label, data}`; null if it has no choice
 * @param routes the route clearances of the message, to which ATN elements refer by number
 */
export function readElement(element: Fields, routes: readonly unknown[]): Element | null {
  const choice = treeText(element.choice);
  const label = treeText(element.choice_label);
  if (choice === null && label === null) return null;
  const values = valuesIn(element.data, routes);
  const number = elementNumber(choice);
  const filled =
    label === null
      ? { words: `element ${number}`, isFull: false }
      : fill(clearerTexts.get(label) ?? label, values);
  return {
    words: filled.words,
    isFull: filled.isFull,
    items: [...itemOf("Element", number), ...values.flatMap(({ phrase }) => phrase?.items ?? [])],
    reported: reportedBy(number, values),
  };
}

/** Returns the number of an element (`uM20`) of the name of its choice (`uM20Altitude`). */
function elementNumber(choice: string | null): string | null {
  return /^[ud]M\d{1,3}/.exec(choice ?? "")?.[0] ?? choice;
}

interface Value {
  readonly kind: ValueKind;
  readonly phrase: Phrase | null;
  readonly source: unknown;
}

/** More than any element has. Sequences in elements (of levels, of speeds) are at most this deep. */
const valuesMax = 16;
const depthMax = 6;

/** Returns the values of an element in order. A value that is known is not searched further. */
function valuesIn(data: unknown, routes: readonly unknown[]): Value[] {
  const values: Value[] = [];
  collect(data, 0);
  return values;

  function collect(node: unknown, depth: number): void {
    if (depth > depthMax || typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node).slice(0, valuesMax)) {
      if (values.length >= valuesMax) return;
      const source = key === "route_clearance_idx" ? routeAt(routes, value) : value;
      const kind = kindOfKey.get(source === value ? key : "route_clearance");
      if (kind === undefined) collect(value, depth + 1);
      else values.push({ kind, phrase: kind.read(source), source });
    }
  }
}

function routeAt(routes: readonly unknown[], index: unknown): unknown {
  const route = typeof index === "number" ? routes[index - 1] : undefined;
  return fieldsOf(route).route_clearance ?? route ?? null;
}

/** Words that are not written in lower case. */
const properWords = new Map(
  ["VMC", "ATIS", "ETA", "RVR", "IFR", "ATS", "PAN", "MAYDAY"].map((word) => [word, word]),
);
properWords.set("CHARLIE", "Charlie");
properWords.set("PILOTS", "pilot's");

/** Puts the values into the placeholders of a text, each into the next of its kind. */
function fill(
  text: string,
  values: readonly Value[],
): { readonly words: string; readonly isFull: boolean } {
  const unused = [...values];
  let isFull = unused.every(({ phrase }) => phrase !== null);
  const parts = clip(text, 200)
    .split(/(\[[A-Za-z-]{1,40}\])/)
    .map((part) => {
      if (!part.startsWith("[")) return lowerCase(part);
      const kind = kindOfPlaceholder.get(part.slice(1, -1).toLowerCase());
      const at = unused.findIndex((value) => value.kind === kind);
      const [value] = at === -1 ? [] : unused.splice(at, 1);
      if (!value?.phrase) isFull &&= isOptional(part);
      return value?.phrase?.words ?? "";
    });
  return { words: parts.join(" ").replaceAll(/\s+/g, " ").trim(), isFull };
}

function isOptional(placeholder: string): boolean {
  return ["[legtype]", "[traffictype]", "[facility]", "[frequency]"].includes(placeholder);
}

function lowerCase(text: string): string {
  return text
    .split(" ")
    .map((word) => properWords.get(word) ?? word.toLowerCase())
    .join(" ");
}

/** Returns what an element says about the aircraft now. Levels, fixes and times of others are intentions. */
function reportedBy(number: string | null, values: readonly Value[]): Reported {
  const [first] = values;
  if (number === "dM48") return readTreePositionReport(first?.source)?.reported ?? {};
  if (number === "dM33") return readTreePositionReport({ position: first?.source })?.reported ?? {};
  if (number !== "dM32" && number !== "dM37") return {};
  const altitude = feetOf(first?.phrase ?? null);
  return altitude === null ? {} : { altitude };
}

/** Returns the object of an element, which sequences wrap into an object of one member. */
export function elementIn(value: unknown): Fields {
  const element = fieldsOf(value);
  for (const key of ["atc_downlink_msg_element_id", "atc_uplink_msg_element_id", "msg_element"]) {
    if (isFields(element[key])) return element[key];
  }
  return element;
}
