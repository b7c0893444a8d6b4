/**
 * Normalizes flight identifiers. ACARS sends a two-character airline code and a padded number
 * (`UA0123`), HFDL often the three-letter ICAO code (`UAL123`), and people type either.
 */

/** ICAO airline codes (3 letters) by IATA code (2 characters); of several airlines, the active one. */
export type AirlineCodes = ReadonlyMap<string, string>;

const icaoForm = /^([A-Z]{3})(\d{1,4}[A-Z]{0,2}|\d{0,4}[A-Z]?)$/;
const iataForm = /^([A-Z][A-Z0-9]|[0-9][A-Z])(\d{1,4}[A-Z]{0,2})$/;

/** Matches an airline code, IATA (2 characters) or ICAO (3 letters), in any case. */
export const airlineCode = /^(?:[A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])$/i;

/**
 * Airline codes that data link services give to aircraft without an airline, mostly business jets. The
 * airline that has the code by IATA too (Tianjin has GS) keeps it in its keys: both look the same.
 */
const genericCodes: ReadonlySet<string> = new Set(["GS", "XA", "ZD"]);

/** Avionics send these while no flight is set. No airline has `XA`, so it needs a call sign to be one. */
const genericForm = /^(?:XA\d+|(?:GS|ZD)0{0,3}1)$/;

/**
 * Returns the key of a flight: the ICAO airline code and the number without leading zeros (`UAL123`).
 * An identifier of another form (a call sign, an unknown airline) is its own key.
 *
 * @returns null if the identifier names no flight: it has no letter, its number has only zeros
 *   (`XX0000` means "not set"), or it is what avionics send without one (`XA0001`).
 */
export function flightKey(flightNumber: string, airlines: AirlineCodes): string | null {
  const flight = flightNumber.replaceAll(/\s/g, "").toUpperCase();
  if (!/[A-Z]/.test(flight) || genericForm.test(flight) || isUnset(flight, airlines)) return null;
  const iata = iataForm.exec(flight);
  if (iata?.[1] !== undefined && iata[2] !== undefined) {
    const icao = genericCodes.has(iata[1]) ? undefined : airlines.get(iata[1]);
    if (icao !== undefined) return icao + withoutLeadingZeros(iata[2]);
  }
  const icao = icaoForm.exec(flight);
  if (icao?.[1] !== undefined && icao[2] !== undefined && icao[2] !== "") {
    return icao[1] + withoutLeadingZeros(icao[2]);
  }
  // A registration such as N101AB looks like airline "N1" flight "01AB": its zeros count.
  if (iata?.[1] !== undefined && iata[2] !== undefined && /^[A-Z]{2}$/.test(iata[1])) {
    return iata[1] + withoutLeadingZeros(iata[2]);
  }
  return flight;
}

/**
 * Returns the keys under which messages name a flight: its key, and the one with the IATA code, which messages
 * have whose airline was unknown, or whose code is a generic one. None if the identifier names no flight.
 */
export function flightSpellings(flight: string, airlines: AirlineCodes): string[] {
  const key = flightKey(flight, airlines);
  if (key === null) return [];
  const iata = /^[A-Z]{3}[0-9]/.test(key) ? iataOf(key.slice(0, 3), airlines) : undefined;
  return iata === undefined ? [key] : [key, iata + key.slice(3)];
}

/** Returns the airline code that the key of a flight begins with; null if it begins with none. */
export function airlineOf(key: string): string | null {
  return /^([A-Z]{3}|[A-Z][A-Z0-9]|[0-9][A-Z])[0-9]/.exec(key)?.[1] ?? null;
}

/** Returns the IATA and the ICAO code of an airline, the given one first; only that if the airline is unknown. */
export function airlineSpellings(code: string, airlines: AirlineCodes): string[] {
  const other = code.length === 2 ? airlines.get(code) : iataOf(code, airlines);
  return other === undefined ? [code] : [code, other];
}

const iataCodes = new WeakMap<AirlineCodes, ReadonlyMap<string, string>>();

/** Returns the first IATA code of an airline. They are looked up hundreds of times per request. */
function iataOf(code: string, airlines: AirlineCodes): string | undefined {
  let byIcao = iataCodes.get(airlines);
  if (byIcao === undefined) {
    byIcao = new Map([...airlines].map(([iata, icao]) => [icao, iata] as const).toReversed());
    iataCodes.set(airlines, byIcao);
  }
  return byIcao.get(code);
}

/** Whether it is an airline code with zeros only. `N1000` is a registration if "N1" is no airline. */
function isUnset(flight: string, airlines: AirlineCodes): boolean {
  const [, airline] = /^([A-Z]{2,3}|[A-Z][0-9]|[0-9][A-Z])0+$/.exec(flight) ?? [];
  return airline !== undefined && (/^[A-Z]+$/.test(airline) || airlines.has(airline));
}

function withoutLeadingZeros(number: string): string {
  return number.replace(/^0+(?=.)/, "");
}
