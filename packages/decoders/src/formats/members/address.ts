import { headerText } from "../fields.ts";

const addressMax = 0xff_ff_ff;

/** Reads an address of up to 24 bits as upper-case hex, as long as it was sent. */
export function readHexAddress(value: unknown): string | null {
  const text = headerText(value);
  if (text === null || text.length > 6) return null;
  for (let at = 0; at < text.length; at++) {
    if (!isHexDigit(text.charCodeAt(at))) return null;
  }
  return text.toUpperCase();
}

/** Reads an address that is a number as hex, with at least `digits` digits. */
export function hexOfNumber(value: unknown, digits: number): string | null {
  if (typeof value !== "number" || !Number.isInteger(value)) return null;
  if (value < 0 || value > addressMax) return null;
  return value.toString(16).toUpperCase().padStart(digits, "0");
}

/** Returns the address if it can be an aircraft's: six digits, neither zero nor broadcast. */
export function icaoOf(address: string | null): string | null {
  if (address === null || address.length !== 6) return null;
  return address === "FFFFFF" || address === "000000" ? null : address;
}

function isHexDigit(code: number): boolean {
  const isDigit = code >= 0x30 && code <= 0x39;
  const lowerCase = code | 0x20;
  return isDigit || (lowerCase >= 0x61 && lowerCase <= 0x66);
}
