const nul = "\0";
/** The picture of a NUL: Postgres can't hold the character itself in text. */
const nulSymbol = "\u2400";

/** The text of a message byte for byte, except for what no UTF-8 text can hold. `""` stays `""`. */
export function readText(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = value.includes(nul) ? value.replaceAll(nul, nulSymbol) : value;
  return text.isWellFormed() ? text : text.toWellFormed();
}
