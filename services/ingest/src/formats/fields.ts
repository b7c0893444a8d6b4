/** Reading named fields of foreign JSON. Nothing here throws, and nothing is merged or copied whole. */

/** A JSON object whose members are yet to be checked. */
export type Fields = Readonly<Record<string, unknown>>;

const noFields: Fields = Object.freeze({});

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object itself, or an empty one in place of anything else, to read on from. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : noFields;
}

export function finiteNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A number, or a number written as text, as some reformatters send it. */
export function finiteNumberOrNumeral(value: unknown): number | null {
  if (typeof value !== "string" || value.trim() === "") return finiteNumber(value);
  return finiteNumber(Number(value));
}

/** Trimmed text of a header field; null for anything else and for blank text. Never contains U+0000. */
export function headerText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = (value.includes("\0") ? value.replaceAll("\0", "") : value).trim();
  return text === "" ? null : text.toWellFormed();
}
