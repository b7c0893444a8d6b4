import type { ParseResult } from "./decoded-message.ts";
import { readObject } from "./index.ts";

/** Parses a decoder's object that is kept as text. Never throws. */
export function readRaw(raw: string): ParseResult {
  return readObject(parsed(raw));
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}
