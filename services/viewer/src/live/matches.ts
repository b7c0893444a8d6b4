import type { SniffFilter } from "@jetwire/protocol";
import { selectedApplications } from "@jetwire/protocol/plain";
import type { ListedMessage } from "../list/message-row.ts";

/** Decoders round frequencies; see `Frequencies` of protocol. */
const toleranceMhz = 0.001;
const roundingMhz = 1e-6;

/** Tells of one member of a filter whether a message matches it. */
type Tests = {
  readonly [Name in keyof SniffFilter]-?: (
    message: ListedMessage,
    wanted: NonNullable<SniffFilter[Name]>,
  ) => boolean;
};

const tests: Tests = {
  sourceType: ({ sourceType }, wanted) => wanted.some((type) => type === sourceType),
  label: ({ label }, wanted) => label !== null && wanted.includes(label),
  excludeLabel: ({ label }, wanted) => label === null || !wanted.includes(label),
  linkDirection: ({ linkDirection }, wanted) => linkDirection === wanted,
  tail: ({ tail, airframe }, wanted) =>
    [tail, airframe?.tail].some((one) => one && plainTail(one) === plainTail(wanted)),
  icao: ({ airframe, fromHex, toHex }, wanted) =>
    [airframe?.icao, fromHex, toHex].includes(wanted.toUpperCase()),
  flight: (message, wanted) => flightsOf(message).includes(plainFlight(wanted)),
  airline: (message, wanted) =>
    flightsOf(message).some((flight) => airlineOf(flight) === wanted.toUpperCase()),
  aircraftType: ({ airframe }, wanted) => airframe?.type === wanted.toUpperCase(),
  airport: ({ departingAirport, destinationAirport, flight }, wanted) =>
    [
      departingAirport,
      destinationAirport,
      flight?.departingAirport,
      flight?.destinationAirport,
    ].some((code) => sameAirport(code, wanted.toUpperCase())),
  frequency: ({ frequency }, wanted) => frequency !== null && isInRange(frequency, wanted),
  stationId: ({ stationId }, wanted) => wanted.includes(stationId),
  airframe: ({ airframeId }, wanted) => airframeId === wanted,
  text: ({ text }, wanted) => includes(text, wanted),
  q: ({ text, decoded }, wanted) =>
    includes(text, wanted) || includes(decoded?.description, wanted),
  decoded: ({ decoded }, words) => {
    if (words.includes("any")) return decoded !== null;
    if (words.includes("none")) return decoded === null;
    return selectedApplications(words).includes(decoded?.application ?? "");
  },
  onGround: ({ onGround }, wanted) => onGround === wanted,
  authenticated: ({ authenticated }, wanted) => authenticated === wanted,
  hasPosition: ({ latitude }, wanted) => (latitude !== null) === wanted,
  bbox: ({ latitude, longitude }, wanted) =>
    latitude !== null && longitude !== null && isInBox(latitude, longitude, wanted),
};

/**
 * Tells whether a message matches a filter of the firehose, so that a changed filter narrows the list
 * before the server has applied it. The server decides: it knows more codes of airlines and airports.
 */
export function matches(message: ListedMessage, filter: SniffFilter): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (wanted === undefined || !Object.hasOwn(tests, name)) return true;
    const test = tests[name as keyof SniffFilter] as (of: ListedMessage, by: unknown) => boolean;
    try {
      return test(message, wanted);
    } catch {
      // The server refuses what has no sensible form.
      return true;
    }
  });
}

function plainTail(tail: string): string {
  return tail.toUpperCase().replaceAll(/[-.]/g, "");
}

/** A flight without zeros before its number: `UA0123` is `UA123`. */
function plainFlight(flight: string): string {
  return flight
    .trim()
    .toUpperCase()
    .replace(/^([A-Z]{3}|[A-Z\d]{2})0+(?=\d)/, "$1");
}

function flightsOf({ flight, flightNumber }: ListedMessage): string[] {
  return [flightNumber, flight?.flight, flight?.flightIata, flight?.flightIcao]
    .filter((one) => typeof one === "string")
    .map(plainFlight);
}

function airlineOf(flight: string): string | null {
  return /^([A-Z]{3}(?=\d)|[A-Z\d]{2}(?=\d))/.exec(flight)?.[0] ?? null;
}

/** Codes of three and of four letters are not compared here: only the server knows both of an airport. */
function sameAirport(code: string | null | undefined, wanted: string): boolean {
  if (!code) return false;
  return code === wanted || code.length !== wanted.length;
}

function isInRange(frequency: number, wanted: string): boolean {
  const [low = Number.NaN, high = low] = wanted.split("-").map(Number);
  const isOne = !wanted.includes("-");
  const slack = roundingMhz + (isOne ? toleranceMhz : 0);
  if (Number.isNaN(low)) return true;
  return frequency >= low - slack && frequency <= high + slack;
}

function includes(text: string | null | undefined, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) === true;
}

function isInBox(
  latitude: number,
  longitude: number,
  box: readonly [number, number, number, number],
): boolean {
  if (box.length !== 4 || !box.every(Number.isFinite)) return true;
  const [west, south, east, north] = box;
  const isEastWest =
    west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return latitude >= south && latitude <= north && isEastWest;
}
