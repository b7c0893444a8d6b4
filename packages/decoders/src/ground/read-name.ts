import { headerText } from "../formats/fields.ts";

const nameCharsMax = 80;

/** Reads the name of a ground station in a decoder's database, without control characters. */
export function readName(value: unknown): string | null {
  const text = headerText(value)
    ?.replaceAll(/[\p{C}\s]+/gu, " ")
    .trim();
  return text === undefined || text === "" || text.length > nameCharsMax ? null : text;
}
