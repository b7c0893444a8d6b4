import { decodeText } from "./decode-text.ts";
import type { Slices } from "./slices.ts";
import { objectsIn, type ParsedObject } from "./split-and-parse.ts";

/** The objects that a body may contain. */
export const objectsPerBodyMax = 10_000;

/** The objects of a body, or where the first one above the limit begins. */
export type ParsedBody =
  | { readonly status: "parsed"; readonly objects: readonly ParsedObject[] }
  | { readonly status: "too-many-objects"; readonly detail: string };

/** Parses a body in slices; see `objectsIn`. Stops at the first object above the limit. */
export async function parseBody(bytes: Uint8Array, slices: Slices): Promise<ParsedBody> {
  const { text } = decodeText(bytes);
  const objects: ParsedObject[] = [];
  for (const object of objectsIn(text, objectsPerBodyMax)) {
    if ("reason" in object && object.reason === "too-many-objects") {
      return { status: "too-many-objects", detail: object.detail };
    }
    objects.push(withOwnText(object, text));
    if (slices.isOver()) await slices.next();
  }
  return { status: "parsed", objects };
}

/** Copies the text of an object: as a part of the body, it would keep all of the body in memory. */
function withOwnText(object: ParsedObject, text: string): ParsedObject {
  if ("reason" in object || object.raw.length * 2 > text.length) return object;
  return { ...object, raw: Buffer.from(object.raw).toString() };
}
