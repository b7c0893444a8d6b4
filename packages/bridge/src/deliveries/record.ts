import type { SentLine } from "@jetwire/relay";
import type { Received } from "../received.ts";

/** Writes a message as the text of a line in the buffer. */
export function writeRecord({ message, ident }: Received): string {
  return JSON.stringify({ ident, message });
}

/** Reads what `writeRecord` wrote. The buffer compares checksums, so it is what was written. */
export function readRecord({ text }: SentLine): Received {
  return JSON.parse(text) as Received;
}
