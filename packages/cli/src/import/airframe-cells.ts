import type { AirframeOfRegister } from "@jetwire/db";

/** Cells of a register as text; missing ones are empty. */
export type AirframeCells = Partial<
  Record<Exclude<keyof AirframeOfRegister, "military">, string>
> & {
  readonly military?: boolean | null;
};

const textCharsMax = 100;

/**
 * Returns the airframe of a register's cells, normalised as in messages, or why it is refused.
 * Ignores meaningless cells (a type that is no designator, "-", "UNKNOWN").
 */
export function toAirframe(cells: AirframeCells): AirframeOfRegister | { refused: string } {
  const icao = readIcao(cells.icao ?? "");
  const tail = readTail(cells.tail ?? "");
  if (icao === undefined) return { refused: "address is not 6 hex digits" };
  if (icao === null && tail === null) return { refused: "no address and no tail" };
  const type = (cells.type ?? "").trim().toUpperCase();
  return {
    icao,
    tail,
    type: /^[A-Z][A-Z0-9]{1,3}$/.test(type) ? type : null,
    manufacturer: readText(cells.manufacturer),
    model: readText(cells.model),
    owner: readText(cells.owner),
    operator: readText(cells.operator),
    military: cells.military ?? null,
  };
}

/** Returns null if there is none, undefined if it is not valid. */
function readIcao(text: string): string | null | undefined {
  const address = text.trim().toUpperCase();
  if (address === "" || address === "000000" || address === "FFFFFF") return null;
  return /^[0-9A-F]{6}$/.test(address) ? address : undefined;
}

function readTail(text: string): string | null {
  const tail = text.trim().toUpperCase();
  return /^(?=.*[A-Z0-9])[A-Z0-9-]{2,10}$/.test(tail) ? tail : null;
}

function readText(text = ""): string | null {
  const clean = text
    .replace(/[\p{Cc}\uFFFD]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (clean === "" || /^(?:[-.?\s]+|unknown|n\/a|none|null)$/i.test(clean)) return null;
  return clean.slice(0, textCharsMax);
}
