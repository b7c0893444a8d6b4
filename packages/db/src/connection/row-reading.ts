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

/**
 * How the driver reads rows, as options of `postgres`: the names of columns in camel case, so that a
 * row has the members of the protocol's type. Keys within JSON stay as they are.
 */
export const rowReading = {
  transform: { column: { from: postgres.toCamel } },
  types: { ...arrayTypes, bigint: exactNumber },
};
