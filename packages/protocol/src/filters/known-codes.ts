import {
  airlineOf,
  type AirlineCodes,
  airlineSpellings,
  flightKey,
  flightSpellings,
} from "../message/flight-key.ts";

/** The codes of things that have several. */
export interface KnownCodes {
  /** The codes by which `UA123` and `UAL123` are one flight, and `UA` and `UAL` one airline. */
  readonly airlines: AirlineCodes;
  /** The codes of the airport that a filter names, that one included. */
  readonly airports: readonly string[];
  /** Whether there may be more: then codes of different lengths may stand for one thing, and match. */
  readonly isPartial?: boolean;
}

export const noCodes: KnownCodes = { airlines: new Map(), airports: [] };

/** The part of a message that names its flight. */
interface NamedFlight {
  readonly flightNumber: string | null;
  readonly flightKey?: string | null;
}

/** Returns the key of the flight that a message names; null if it names none. */
function keyOf(message: NamedFlight, airlines: AirlineCodes): string | null {
  if (message.flightKey !== undefined) return message.flightKey;
  return message.flightNumber === null ? null : flightKey(message.flightNumber, airlines);
}

/** Returns whether messages name a flight. */
export function namesFlight(
  wanted: string,
  { airlines, isPartial = false }: KnownCodes,
): (message: NamedFlight) => boolean {
  const keys = flightSpellings(wanted, airlines);
  return (message) => {
    const key = keyOf(message, airlines);
    if (key === null) return false;
    return keys.includes(key) || (isPartial && keys.some((one) => mayBeOneFlight(one, key)));
  };

  /** Also of keys with leading zeros, which only codes of known airlines lose. */
  function mayBeOneFlight(one: string, other: string): boolean {
    const [airline, otherAirline] = [airlineOf(one), airlineOf(other)];
    if (airline === null || otherAirline === null) return false;
    if (numberOf(one, airline) !== numberOf(other, otherAirline)) return false;
    if (airline === otherAirline) return true;
    const codes = airlineSpellings(airline, airlines);
    return haveNoCommonLength(codes, airlineSpellings(otherAirline, airlines));
  }
}

function numberOf(key: string, airline: string): string {
  return key.slice(airline.length).replace(/^0+(?=.)/, "");
}

/** Returns whether messages name a flight of an airline. */
export function namesAirline(
  wanted: string,
  { airlines, isPartial = false }: KnownCodes,
): (message: NamedFlight) => boolean {
  const codes = airlineSpellings(wanted, airlines);
  return (message) => {
    const key = keyOf(message, airlines);
    const code = key === null ? null : airlineOf(key);
    if (code === null) return false;
    return (
      codes.includes(code) ||
      (isPartial && haveNoCommonLength(codes, airlineSpellings(code, airlines)))
    );
  };
}

/** Returns whether a code is one of an airport's. */
export function isCodeOf(
  wanted: string,
  { airports, isPartial = false }: KnownCodes,
): (code: string | null | undefined) => boolean {
  const codes = new Set([wanted, ...airports]);
  return (code) => {
    if (code === null || code === undefined) return false;
    return codes.has(code) || (isPartial && haveNoCommonLength([...codes], [code]));
  };
}

/** Codes of one length are of one kind: different ones stand for different things. */
function haveNoCommonLength(some: readonly string[], others: readonly string[]): boolean {
  return some.every((one) => others.every((other) => one.length !== other.length));
}
