import { MessageDecoder } from "@airframes/acars-decoder";
import { readPosition } from "../../formats/members/position.ts";
import { libraryItems, type LibraryResult } from "./library-items.ts";
import { readLabel80Position } from "./readers/positions.ts";
import type { TextFacts } from "./text-facts.ts";
import {
  airportOf,
  clockOfSeconds,
  flightOf,
  iataAirportOf,
  itemWords,
  numberItem,
} from "./values.ts";

/** Texts of these labels and beginnings are not given to the library: its patterns may take hours for them. */
const slowTexts: readonly [labels: readonly string[], beginning: RegExp][] = [
  [["12", "16"], /^[NS] /],
  [["44"], /^(?:00)?POS0/],
  [["SQ"], /^/],
];

/** Formats of the library whose answers are wrong: readers of our own replace them, or nothing does. */
const wrongFormats: ReadonlySet<string> = new Set([
  // Calls all ARINC 622 messages CPDLC. The decoder programs decode them.
  "label-b6-forwardslash",
  // Cuts digits off a position, takes seconds for decimals.
  "label-21-pos",
  "label-22-pos",
  // Read times and airports of any text.
  "label-qp",
  "label-qq",
  "label-qr",
  "label-qs",
]);

/** Whether the library may read a text. */
export function isForLibrary(label: string, text: string): boolean {
  return !slowTexts.some(([labels, beginning]) => labels.includes(label) && beginning.test(text));
}

/** Creates a reader of texts on the library. It throws on some damaged texts. */
export function createLibraryReader(): (
  label: string,
  text: string,
  timeMs: number | null,
) => TextFacts | null {
  const library = new MessageDecoder();
  for (const plugin of library.plugins) limitArinc702(plugin);
  return (label, text, timeMs) => {
    const result = library.decode({ label, text });
    return wrongFormats.has(result.decoder.name) ? null : toFacts(result, text, timeMs);
  };
}

/** The identifiers with which messages of ARINC 702A begin, perhaps behind an address and a sublabel. */
const arinc702Pattern = /FPN|FTX|INI|INR|LDI|PER|POS|PRG|PWI|WXR|REJ|REQ|RES|SUM/;
const arinc702HeadChars = 60;

/**
 * Gives the format of ARINC 702A only texts that may be of it. It computes up to eight checksums of every
 * text with any label, which was more than half of the time for texts.
 */
function limitArinc702(plugin: MessageDecoder["plugins"][number]): void {
  if (!plugin.qualifiers().labels.includes("*")) return;
  const unread = plugin.decode({ label: "H1", text: "" });
  if (unread.decoder.name !== "arinc-702") return;
  const decode = plugin.decode.bind(plugin);
  plugin.decode = (message, options) =>
    arinc702Pattern.test(message.text.slice(0, arinc702HeadChars))
      ? decode(message, options)
      : unread;
}

/** Names of messages in our words, by the library's. PWI is predicted wind information (ARINC 702A). */
const titles: Readonly<Record<string, string>> = {
  "Position Report": "Position",
  "Airline Defined Position Report": "Position",
  "Aircraft Transceiver Frequency Change": "Change to frequency",
  "Fault Log Report": "Fault report",
  "Request for Pilot Weather Information": "Request for predicted winds",
  "Response for Pilot Weather Information": "Response to predicted winds",
  "Reject for Pilot Weather Information": "Rejection of predicted winds",
  "Pilot Weather Information": "Predicted winds",
  "Response for Request": "Response to request",
  "Reject for Request": "Rejection of request",
  "Response for Position Report": "Response to position report",
  "Reject for Position Report": "Rejection of position report",
};

/** Takes over what is plausible, by allow-list: formats of the library leave other values in the result. */
function toFacts(result: LibraryResult, text: string, timeMs: number | null): TextFacts | null {
  const { decoded, decoder, formatted, raw } = result;
  const { decodeLevel: level, name } = decoder;
  if (!decoded || level === "none") return null;
  const given = name === "label-80" ? readLabel80Position(text) : raw.position;
  const position = readPosition(given?.latitude, given?.longitude, raw.altitude);
  // Without a position the altitude is checked in the same way.
  const altitude = position?.altitude ?? numberItem("", raw.altitude, "altitude")?.value;
  const items = libraryItems(result, timeMs);
  const named = titles[formatted.description] ?? sentence(formatted.description);
  const title = /^unknown/i.test(named) ? "Flight data" : named;
  const facts: TextFacts = {
    decoder: name,
    level,
    title: title === "Position" && position === null ? "Flight data" : title,
    flight: flightOf(raw.flight_number) ?? flightOf(raw.callsign),
    position,
    altitude: typeof altitude === "number" ? altitude : null,
    from: airportOf(raw.departure_icao) ?? iataAirportOf(raw.departure_iata),
    to: airportOf(raw.arrival_icao) ?? iataAirportOf(raw.arrival_iata),
    times: {
      out: timeOf(raw.out_time, text),
      off: timeOf(raw.off_time, text),
      on: timeOf(raw.on_time, text),
      in: timeOf(raw.in_time, text),
      eta: timeOf(raw.eta_time, text),
    },
    details: detailsOf(result, items),
    items,
  };
  return isEmpty(facts) ? null : facts;
}

/** Returns a time that is in the text: the library makes 00:00 of a blank, and 01:00 of 24:60. */
function timeOf(value: unknown, text: string): string | null {
  const clock = clockOfSeconds(value);
  return clock !== null && text.replaceAll(":", "").includes(clock.slice(0, 4)) ? clock : null;
}

/** Returns what a description says of the other values: those that matter in flight. */
function detailsOf({ raw }: LibraryResult, items: TextFacts["items"] = []): string[] {
  const labels = [
    "Frequency",
    "Temperature",
    "Mach",
    "Wind",
    "Next waypoint",
    "Message",
    "Text",
    "Fault",
  ];
  const words = labels.flatMap((label) => {
    const item = items.find((one) => one?.label === label) ?? null;
    const value = itemWords(item);
    if (value === null) return [];
    if (label === "Mach" || label === "Wind") return [`${label.toLowerCase()} ${value}`];
    return [label === "Next waypoint" ? `next ${value}` : value];
  });
  const altitudes: unknown = raw.requested_alts;
  if (!Array.isArray(altitudes)) return words;
  const levels = altitudes.filter((feet) => Number.isInteger(feet) && feet > 0 && feet <= 60_000);
  return [...words, ...levels.slice(0, 8).map((feet: number) => `FL${feet / 100}`)];
}

/** Whether nothing is said but the kind of a message that has values. A request or a response has none. */
function isEmpty({ title, items = [], flight, position, altitude, from, to, times }: TextFacts) {
  if (/^(?:Request|Response|Rejection)\b/.test(title)) return false;
  const values = [flight, position, altitude, from, to, ...Object.values(times ?? {}), ...items];
  return values.every((value) => value === null || value === undefined);
}

function sentence(title: string): string {
  return title.charAt(0) + title.slice(1).toLowerCase();
}
