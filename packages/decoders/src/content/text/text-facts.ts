import { type Decoded, decodedCharsMax, decodedItemsMax } from "@jetwire/protocol";
import { type ClockTimes, timesOf } from "../clock-times.ts";
import { type Findings, findingsOf } from "../findings.ts";
import { altitudeWords, type TreeItem, positionWords } from "../trees/words.ts";
import { clockWords } from "./words.ts";

/** The facts that a reader found in a text. Members that are left out are not in it. */
export interface TextFacts {
  /** The name of the format. */
  readonly decoder: string;
  readonly level: Decoded["level"];
  readonly application?: string;
  /** The kind of message: "Position", "Landed". */
  readonly title: string;
  /** Other words of the description, besides position, altitude, airports and times. */
  readonly details?: readonly string[];
  readonly flight?: string | null;
  readonly position?: { readonly latitude: number; readonly longitude: number } | null;
  readonly altitude?: number | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly times?: Partial<ClockTimes>;
  /** Whether the title already says when and where. */
  readonly isTitled?: boolean;
  readonly onGround?: boolean;
  /** A text that a person wrote. It ends the description. */
  readonly message?: string;
  /** All other values. */
  readonly items?: readonly (TreeItem | null)[];
}

const timeLabels: readonly [keyof ClockTimes, item: string, word: string][] = [
  ["out", "Out of gate", "out"],
  ["off", "Takeoff", "off"],
  ["on", "Landing", "on"],
  ["in", "In gate", "in"],
  ["eta", "ETA", "ETA"],
];

/** Makes content of facts: a description in words, and an item of each value. */
export function factsToFindings(facts: TextFacts): Findings {
  const { flight = null, position = null, altitude = null, from = null, to = null } = facts;
  const times = timesOf(facts.times ?? {});
  const known = timeLabels.flatMap(([name, label, word]) => {
    const clock = times?.[name] ?? null;
    return clock === null ? [] : [{ label, word, clock: clockWords(clock) }];
  });
  const route = routeWords(from, to);
  const { message = "" } = facts;
  const where = position && positionWords(position.latitude, position.longitude);
  const words = [
    flight,
    where,
    altitude === null ? null : altitudeWords(altitude),
    ...(facts.details ?? []),
    route,
    ...known
      .filter(({ word }) => !facts.isTitled || word === "ETA")
      .map(({ word, clock }) => `${word} ${clock}`),
    message,
  ].filter((word) => word !== null && word !== "");
  const items: (TreeItem | null)[] = [
    flight === null ? null : { label: "Flight", value: flight },
    where === null ? null : { label: "Position", value: where },
    altitude === null ? null : { label: "Altitude", value: altitude, unit: "ft" },
    from === null ? null : { label: "From", value: from },
    to === null ? null : { label: "To", value: to },
    ...known.map(({ label, clock }) => ({ label, value: clock })),
    ...(facts.items ?? []),
    message === "" ? null : { label: "Text", value: message },
  ];
  const decoded: Decoded = {
    by: "text",
    decoder: facts.decoder,
    level: facts.level,
    application: facts.application ?? null,
    description: shown(words.length === 0 ? facts.title : `${facts.title}: ${words.join(", ")}`),
    items: items
      .filter((item) => item !== null)
      .map(shownItem)
      .slice(0, decodedItemsMax),
  };
  return findingsOf(decoded, {
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    altitude,
    departingAirport: from,
    destinationAirport: to,
    onGround: facts.onGround ?? null,
    times,
  });
}

function routeWords(from: string | null, to: string | null): string | null {
  if (from !== null && to !== null) return `${from} to ${to}`;
  if (from !== null) return `from ${from}`;
  return to === null ? null : `to ${to}`;
}

function shownItem({ label, value, unit }: TreeItem): TreeItem {
  return {
    label: shown(label),
    value: typeof value === "string" ? shown(value) : value,
    ...(unit !== undefined && { unit }),
  };
}

// oxlint-disable-next-line no-control-regex -- these are what is replaced
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Returns a text on one line, with a symbol for control characters, and at most so long as content may be. */
function shown(text: string): string {
  const line = text.slice(0, 2 * decodedCharsMax).replace(controlCharacters, "\ufffd");
  return line.replace(/\s+/g, " ").trim().slice(0, decodedCharsMax).toWellFormed();
}
