/**
 * Position reports that the library reads wrongly, not at all, or with patterns whose time grows with a
 * power of the text's length. Patterns here are linear: no part can match what the next one begins with.
 */
import { clockOf } from "../../clock-times.ts";
import { readPosition } from "../../../formats/members/position.ts";
import { airportOf, degreesOf, numberItem, signed } from "../values.ts";
import { clockWords } from "../words.ts";
import type { TreeItem } from "../../trees/words.ts";
import type { TextFacts } from "../text-facts.ts";

type Reader = (text: string) => TextFacts | null;

/** `N 34.076,W107.484,38000,001217, 204,.C-GWBT,0242` (label 12; 16 has no registration). */
const plainPattern = /^([NS]) ?(\d{1,2}\.\d{1,4}),([EW]) ?(\d{1,3}\.\d{1,4}),([^,]{0,6}),(\d{6}|),/;
/** `N 28.177/W 96.055` */
const pairPattern = /^([NS]) ?(\d{1,2}\.\d{1,4})\/([EW]) ?(\d{1,3}\.\d{1,4})\s*$/;
/** `000512,34998,0205, 173,N 36.936,W108.621`: time, altitude, ETA, unknown, position (label 16). */
const timedPattern =
  /^(\d{6}),(\d{0,5}),(\d{4}|),[^,]{0,8},([NS]) ?(\d{1,2}\.\d{1,4})[, ]([EW]) ?(\d{1,3}\.\d{1,4})\s*(?:\/|$)/;
/** `POSN 36.321W107.771, 115,000430,35996,24411,  27,-56,010106,KPHX` (label 21) */
const label21Pattern =
  /^POS([NS]) ?(\d{1,2}\.\d{1,4})([EW]) ?(\d{1,3}\.\d{1,4}),[^,]{0,8},(\d{6}),(\d{1,5}),[^,]{0,8},[^,]{0,8},([ \d-]{1,4}),(\d{6}|),([A-Z]{4}|)/;
/** `N 361915W1074615,-------,000430,35996, …`: degrees, minutes and seconds (label 22) */
const label22Pattern = /^([NS]) ?(\d{2})(\d{4})([EW]) ?(\d{3})(\d{4}),[^,]{0,8},(\d{6}),(\d{1,5}),/;
/** `POS02,N38338W121179,GRD,KMHR,KPDX,0807,0003,0112,005.1`: minutes with tenths (label 44) */
const label44Pattern =
  /^(?:00)?POS0[1-3],([NS])0?(\d{2})(\d{3})([EW])(\d{3})(\d{3}),([^,]{0,4}),([^,]{0,4}),([^,]{0,4}),\d{0,4},(\d{4}|),([^,]{0,4}),([^,]{0,6})$/;
/** `*POS02020007N3523W10701360251…`: month, day, time, degrees and minutes, altitude (H1) */
const starPattern = /^\*POS\s{0,2}\d{4}(\d{4})([NS])(\d{2})(\d{2})([EW])(\d{3})(\d{2})(\d{5})/;

/** `N,E,2022-11-22 22:15:44,5520,69491,N 34.342 W 118.865,29025,…`: time, position and altitude (label 32) */
const label32Pattern =
  /^N,E,\d{4}-\d\d-\d\d (\d\d:\d\d:\d\d),\d{0,6},\d{0,6},([NS]) ?(\d{1,2}\.\d{1,4}) ([EW]) ?(\d{1,3}\.\d{1,4}),(\d{1,5}),/;
/** `SB0122BA_B-220E  ZSPDKSEA600` and a line of thousandths of degrees, time and altitude (H1) */
const sb01Pattern =
  /^SB01[A-Z\d_-]{2,12} {1,4}([A-Z]{4})([A-Z]{4})\d{0,4}\r?\n([ -])(\d{5})([ -])(\d{6})(\d{4}) (\d{5})/;

const readers: readonly [labels: readonly string[], reader: Reader][] = [
  [["12", "16"], readPlain],
  [["16"], readPair],
  [["16"], readTimed],
  [["21"], readLabel21],
  [["22"], readLabel22],
  [["32"], readLabel32],
  [["44"], readLabel44],
  [["H1"], readStar],
  [["H1"], readSb01],
];

/** Reads a position report of one of these formats. */
export function readPositionReport(label: string, text: string): TextFacts | null {
  for (const [labels, reader] of readers) {
    const facts = labels.includes(label) ? reader(text) : null;
    if (facts !== null) return facts;
  }
  return null;
}

interface Report {
  readonly decoder: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly feet?: string | number | undefined;
  readonly clock?: string | undefined;
  readonly rest?: Omit<Partial<TextFacts>, "title" | "decoder">;
}

function report({ decoder, latitude, longitude, feet, clock, rest }: Report): TextFacts | null {
  const position = readPosition(latitude, longitude, feet === "" ? null : Number(feet));
  if (position === null) return null;
  const at = clockOf(clock);
  const time: TreeItem | null =
    at === null ? null : { label: "Time of position", value: clockWords(at) };
  return {
    decoder,
    level: "partial",
    title: "Position",
    position,
    altitude: position.altitude,
    ...rest,
    items: [time, ...(rest?.items ?? [])],
  };
}

function readPlain(text: string): TextFacts | null {
  const [match, north = "", lat, east = "", lon, altitude = "", clock] =
    plainPattern.exec(text) ?? [];
  if (match === undefined) return null;
  const isOnGround = altitude === "GRD";
  return report({
    decoder: "position-degrees",
    latitude: signed(north, Number(lat)),
    longitude: signed(east, Number(lon)),
    feet: /^\d{1,5}$/.test(altitude) ? altitude : "",
    clock,
    rest: isOnGround ? { onGround: true, details: ["on ground"] } : {},
  });
}

function readPair(text: string): TextFacts | null {
  const [match, north = "", lat, east = "", lon] = pairPattern.exec(text) ?? [];
  if (match === undefined) return null;
  const [latitude, longitude] = [signed(north, Number(lat)), signed(east, Number(lon))];
  return report({ decoder: "position-degrees", latitude, longitude, feet: "" });
}

function readTimed(text: string): TextFacts | null {
  const match = timedPattern.exec(text);
  if (match === null) return null;
  const [, clock, feet, eta, north = "", lat, east = "", lon] = match;
  return report({
    decoder: "position-timed",
    latitude: signed(north, Number(lat)),
    longitude: signed(east, Number(lon)),
    feet,
    clock,
    rest: { times: { eta: clockOf(eta) } },
  });
}

function readLabel21(text: string): TextFacts | null {
  const match = label21Pattern.exec(text);
  if (match === null) return null;
  const [, north = "", lat, east = "", lon, clock, feet, celsius = "", eta, to] = match;
  const degrees = /^-?\d+$/.test(celsius.replaceAll(" ", "")) ? celsius.replaceAll(" ", "") : null;
  return report({
    decoder: "label-21-pos",
    latitude: signed(north, Number(lat)),
    longitude: signed(east, Number(lon)),
    feet,
    clock,
    rest: {
      to: airportOf(to),
      times: { eta: clockOf(eta) },
      details: degrees === null ? [] : [`${Number(degrees)} °C`],
      items: [numberItem("Temperature", degrees === null ? null : Number(degrees), "temperature")],
    },
  });
}

function readLabel22(text: string): TextFacts | null {
  const match = label22Pattern.exec(text);
  if (match === null) return null;
  const [, north = "", lat = "", latRest = "", east = "", lon = "", lonRest = "", clock, feet] =
    match;
  return report({
    decoder: "label-22-pos",
    latitude: degreesOf(north, lat, latRest),
    longitude: degreesOf(east, lon, lonRest),
    feet,
    clock,
  });
}

function readLabel44(text: string): TextFacts | null {
  const match = label44Pattern.exec(text);
  if (match === null) return null;
  const [, north = "", lat = "", latRest = "", east = "", lon = "", lonRest = ""] = match;
  const [level = "", from, to, clock, eta, fuel = ""] = match.slice(7);
  const isOnGround = level === "GRD";
  return report({
    decoder: "label-44-pos",
    latitude: degreesOf(north, lat, latRest),
    longitude: degreesOf(east, lon, lonRest),
    feet: /^\d{1,3}$/.test(level) ? Number(level) * 100 : "",
    clock,
    rest: {
      from: airportOf(from),
      to: airportOf(to),
      times: { eta: clockOf(eta) },
      items: [/^\d/.test(fuel) ? numberItem("Fuel on board", Number(fuel), "number") : null],
      ...(isOnGround && { onGround: true, details: ["on ground"] }),
    },
  });
}

function readStar(text: string): TextFacts | null {
  const match = starPattern.exec(text);
  if (match === null) return null;
  const [, clock, north = "", lat = "", latRest = "", east = "", lon = "", lonRest = "", feet] =
    match;
  return report({
    decoder: "h1-star-pos",
    latitude: degreesOf(north, lat, latRest),
    longitude: degreesOf(east, lon, lonRest),
    feet,
    clock,
  });
}

function readLabel32(text: string): TextFacts | null {
  const match = label32Pattern.exec(text);
  if (match === null) return null;
  const [, clock, north = "", lat, east = "", lon, feet] = match;
  return report({
    decoder: "label-32-pos",
    latitude: signed(north, Number(lat)),
    longitude: signed(east, Number(lon)),
    feet,
    clock,
  });
}

function readSb01(text: string): TextFacts | null {
  const match = sb01Pattern.exec(text);
  if (match === null) return null;
  const [, from, to, south, lat, west, lon, clock, feet] = match;
  return report({
    decoder: "h1-sb01-pos",
    latitude: (Number(lat) / 1_000) * (south === "-" ? -1 : 1),
    longitude: (Number(lon) / 1_000) * (west === "-" ? -1 : 1),
    feet,
    clock,
    rest: { from: airportOf(from), to: airportOf(to) },
  });
}

/** `/POS N24595E043178` or `/POS N3539.2W07937.2`: degrees and minutes (label 80). */
const label80Pattern = /POS ([NS])(\d{2})(\d{2}\.?\d) ?([EW])(\d{3})(\d{2}\.?\d)(?!\d)/;

/** Reads the position of a report with label 80, which the library takes for decimal degrees. */
export function readLabel80Position(text: string): { latitude: number; longitude: number } | null {
  const match = label80Pattern.exec(text);
  if (match === null) return null;
  const [, north = "", lat = "", latRest = "", east = "", lon = "", lonRest = ""] = match;
  return readPosition(degreesOf(north, lat, latRest), degreesOf(east, lon, lonRest), null);
}
