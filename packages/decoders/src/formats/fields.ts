/** Readers of fields of foreign JSON. They never throw, merge or copy objects. */

/** A JSON object with unchecked members. */
export type Fields = Readonly<Record<string, unknown>>;

const noFields: Fields = Object.freeze({});

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an object unchanged, and an empty one in place of anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : noFields;
}

export function finiteNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function readBoolean(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** Reads a number, or a number in a string, which some reformatters send. */
export function finiteNumberOrNumeral(value: unknown): number | null {
  if (typeof value !== "string" || value.trim() === "") return finiteNumber(value);
  return finiteNumber(Number(value));
}

/** Reads the trimmed text of a header field, without U+0000; null for blank text and anything else. */
export function headerText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = (value.includes("\0") ? value.replaceAll("\0", "") : value).trim();
  return text === "" ? null : text.toWellFormed();
}
