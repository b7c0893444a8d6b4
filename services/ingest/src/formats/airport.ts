import { headerText } from "./fields.ts";

const codePattern = /^[A-Z][A-Z\d]{2,3}$/;

/** An ICAO or IATA airport code; null for fillers (`....`) and anything else that isn't one. */
export function readAirport(value: unknown): string | null {
  const code = headerText(value)?.toUpperCase();
  return code !== undefined && codePattern.test(code) ? code : null;
}
