/**
 * One spelling for a flight. ACARS sends a two-character airline code and a padded number
 * (`UA0123`), HFDL often ICAO's three letters (`UAL123`), people type either.
 */

/** Airline codes: IATA (2 characters) to ICAO (3 letters), the active holder where several share one. */
export type AirlineCodes = ReadonlyMap<string, string>;

const icaoForm = /^([A-Z]{3})(\d{1,4}[A-Z]{0,2}|\d{0,4}[A-Z]?)$/;
const iataForm = /^([A-Z][A-Z0-9]|[0-9][A-Z])(\d{1,4}[A-Z]{0,2})$/;

/**
 * The flight's key: ICAO airline, then the number without leading zeros (`UAL123`). An identifier
 * of another shape (a general-aviation call sign, an unknown airline) is its own key.
 *
 * @returns null when nothing identifies a flight: empty, or only zeros (`XX0000` means "not set").
 */
export function flightKey(flightNumber: string, airlines: AirlineCodes): string | null {
  const flight = flightNumber.trim().toUpperCase();
  if (flight === "" || isUnset(flight, airlines)) return null;
  const iata = iataForm.exec(flight);
  if (iata?.[1] !== undefined && iata[2] !== undefined) {
    const icao = airlines.get(iata[1]);
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

/** An airline and only zeros. `N1000` isn't: without an airline "N1" it is a registration. */
function isUnset(flight: string, airlines: AirlineCodes): boolean {
  const [, airline] = /^([A-Z]{2,3}|[A-Z][0-9]|[0-9][A-Z])0+$/.exec(flight) ?? [];
  return airline !== undefined && (/^[A-Z]+$/.test(airline) || airlines.has(airline));
}

function withoutLeadingZeros(number: string): string {
  return number.replace(/^0+(?=.)/, "");
}
