import { headerText } from "./fields.ts";

/**
 * A flight id as sent (`UA0123`), upper case. An airline's two characters with only zeros behind
 * them (`FX0000`) are what aircraft send while no flight is set: null.
 */
export function readFlightNumber(value: unknown): string | null {
  const text = headerText(value);
  if (text === null || (text.length === 6 && text.endsWith("0000"))) return null;
  return text.toUpperCase();
}
