import type { AirframeCells } from "../airframe-cells.ts";
import type { Dialect } from "../csv.ts";

/** A kind of register. */
export interface Register {
  readonly name: string;
  readonly dialect: Dialect;
  /** True if the first line names the columns. */
  readonly hasHeader: boolean;
  cells(row: readonly string[]): AirframeCells;
}

/** Manufacturer and model by the codes that a register refers to. */
export type ModelsByCode = ReadonlyMap<string, { manufacturer: string; model: string }>;
