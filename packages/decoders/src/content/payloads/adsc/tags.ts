import type { Fields } from "../../../formats/fields.ts";
import { type BitReader, printed } from "../bits.ts";

export interface Tag {
  /** libacars' name. */
  readonly name: string;
  /** Reads the body; null if it is invalid. */
  readonly read: (bits: BitReader) => Fields | null;
}

export type TagTable = ReadonlyMap<number, Tag>;

/** Creates a table of tags by their numbers. */
export function tagTable(tags: readonly (readonly [number, string, Tag["read"]])[]): TagTable {
  return new Map(tags.map(([number, name, read]) => [number, { name, read }]));
}

export function readNothing(): Fields {
  return {};
}

export function readContractNumber(bits: BitReader): Fields {
  return { contract_num: bits.unsigned(8) };
}

/**
 * Reads an angle, whose highest bit is 180 degrees with a negative sign.
 *
 * @param size 21 for coordinates, 12 for headings, 9 for winds
 */
function readAngle(bits: BitReader, size: number): number {
  // libacars divides the range by the largest value, which is what the last bit stands for.
  const max = 2 ** (size - 1) - 1;
  return ((180 - 90 / 2 ** (size - 2)) * bits.signed(size)) / max;
}

export function readCoordinate(bits: BitReader): number {
  return printed(readAngle(bits, 21));
}

/** Reads a direction from 0 to 360 degrees. */
export function readDirection(bits: BitReader, size: number): number {
  const angle = readAngle(bits, size);
  return printed(angle < 0 ? angle + 360 : angle);
}

/** Reads a temperature in degrees Celsius. */
export function readTemperature(bits: BitReader): number {
  return printed(((512 - 256 / 2 ** 10) * bits.signed(12)) / 0x7_ff);
}

/** Reads an altitude in feet. */
export function readAltitude(bits: BitReader): number {
  return bits.signed(16) * 4;
}
