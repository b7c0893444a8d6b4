import type { PostgresType } from "postgres";

/*
 * By default the driver asks each new connection for the array types of the server. If the
 * connection is lost during that query, nobody receives its error and the process ends. So the
 * array types that our statements send are declared here, and the query is switched off. An array
 * in a result is not parsed: select `to_json(…)` instead.
 */

/** Type ids of arrays, which are the same in every server (`pg_type.dat` of Postgres). */
const arrayTypeIds = {
  "boolean[]": 1000,
  "smallint[]": 1005,
  "integer[]": 1007,
  "text[]": 1009,
  "varchar[]": 1015,
  "bigint[]": 1016,
  "real[]": 1021,
  "float8[]": 1022,
  "timestamptz[]": 1185,
  "uuid[]": 2951,
} as const;

type ArrayTypeName = keyof typeof arrayTypeIds;

/** How the driver writes arrays, by type. */
export const arrayTypes = Object.fromEntries(
  Object.entries(arrayTypeIds).map(([name, to]) => [
    name,
    { to, from: [], serialize: serializeArray, parse: (text: string) => text },
  ]),
) as unknown as Record<ArrayTypeName, PostgresType>;

/** Writes a one-dimensional array as Postgres reads it: `{"a","b",null}`. */
export function serializeArray(values: readonly unknown[]): string {
  return `{${values.map(serializeItem).join(",")}}`;
}

function serializeItem(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (value instanceof Date) return `"${value.toISOString()}"`;
  if (typeof value === "string") return quoted(value);
  throw new TypeError(`an array for Postgres cannot contain a value of type ${typeof value}`);
}

/** Characters for which JSON has an escape such as `\n`, of which Postgres would read the letter. */
const escapedInJson = /[\p{Cc}\p{Cs}]/u;

/** Quotes a text. JSON escapes quotes and backslashes as Postgres reads them, five times as fast as a replacement of each. */
function quoted(text: string): string {
  if (!escapedInJson.test(text)) return JSON.stringify(text);
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
