import postgres from "postgres";
import { arrayTypes } from "./array-types.ts";

const exactNumber: postgres.PostgresType<number> = {
  to: 20,
  from: [20],
  serialize: (value: number) => value.toString(),
  parse: parseBigint,
};

function parseBigint(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${text} does not fit a number exactly`);
}

/** Times, read as ISO 8601 text. Parameters may be such text or a Date, to the millisecond. */
const instant: postgres.PostgresType<string | Date> = {
  to: 1184,
  from: [1184],
  serialize: (value: string | Date) =>
    (value instanceof Date ? value : new Date(value)).toISOString(),
  parse: parseInstant,
};

const withoutFractionLength = "2026-01-31 12:00:00".length;

/**
 * Returns a time as the protocol has it, `2026-01-31T12:00:00.000Z`, from what Postgres writes while its
 * time zone is UTC: `2026-01-31 12:00:00+00`, perhaps with a fraction of up to six digits. Microseconds
 * are cut off, and nothing is computed: messages are read here.
 *
 * @throws RangeError for what the protocol cannot have: infinity, and years before 1 or after 9999
 */
export function parseInstant(text: string): string {
  if (text[10] !== " " || !text.endsWith("+00")) {
    throw new RangeError(`${text} is not a time in UTC of the years 1 to 9999`);
  }
  const fraction = text.slice(withoutFractionLength, -3) || ".";
  return `${text.slice(0, 10)}T${text.slice(11, withoutFractionLength)}${fraction.padEnd(4, "0").slice(0, 4)}Z`;
}

/**
 * How the driver reads rows, as options of `postgres`: the names of columns in camel case and times as
 * text, so that a row is what the protocol's type describes. Keys within JSON stay as they are.
 */
export const rowReading = {
  transform: { column: { from: postgres.toCamel } },
  types: { ...arrayTypes, bigint: exactNumber, instant },
};
