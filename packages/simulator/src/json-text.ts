/*
 * The decoders are C, C++ and Python programs that print JSON by hand: the order of the keys and
 * the form of the numbers are theirs, so objects are written from fields instead of stringified.
 */

/** A name and its value as JSON; null leaves the field out. */
export type JsonField = readonly [name: string, json: string | null];

export function jsonObject(fields: readonly JsonField[]): string {
  let json = "{";
  for (const [name, value] of fields) {
    if (value === null) continue;
    json += `${json.length > 1 ? "," : ""}"${name}":${value}`;
  }
  return `${json}}`;
}

export function jsonArray(items: readonly string[]): string {
  return `[${items.join(",")}]`;
}

/** Quotes a string as cJSON, Qt and Python do: control characters escaped, DEL unchanged. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Quotes a string as libacars does: also everything from DEL on as `\u00NN`. */
export function quotedByLibacars(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u00ff]/g, escaped);
}

/** Formats as C's `%f`: six decimals. */
export function fixed6(value: number): string {
  return value.toFixed(6);
}

function escaped(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}
