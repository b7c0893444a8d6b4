import type { Box } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";

/** Combines conditions with AND; those that are undefined or false are left out. */
export function allOf(sql: Sql, conditions: readonly (Fragment | false | undefined)[]): Fragment {
  return conditions.reduce<Fragment>((all, one) => (one ? sql`${all} and ${one}` : all), sql`true`);
}

/** Whether a column has one of some values; no value is matched by an empty list. */
export function isOneOf(
  sql: Sql,
  column: Fragment,
  values: readonly (string | number)[],
): Fragment {
  const [first] = values;
  if (first === undefined) return sql`false`;
  // A single value as an equation: an index on (column, id) then returns the rows in order.
  if (values.length === 1) return sql`${column} = ${first}`;
  return sql`${column} = any(${[...values]})`;
}

/**
 * Whether a lower-case expression begins with a prefix, as a range of bytes: an index with
 * `text_pattern_ops` serves it in any collation, also in a prepared statement.
 */
export function hasPrefix(sql: Sql, expression: Fragment, prefix: string): Fragment {
  const from = prefix.toLowerCase();
  return sql`${expression} ~>=~ ${from} and ${expression} ~<~ ${`${from}\u{10FFFF}`}`;
}

/** Returns the pattern of texts that contain a part. */
export function partOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

/**
 * Whether a name contains a part, in any case and with or without diacritics. An index by trigrams of
 * `fold_name(name)` serves it.
 */
export function hasName(sql: Sql, name: Fragment, part: string): Fragment {
  return sql`fold_name(${name}) like fold_name(${partOf(part)})`;
}

/** Whether a position is in a box; a box whose west is greater than its east crosses 180°. */
export function isWithin(
  sql: Sql,
  latitude: Fragment,
  longitude: Fragment,
  [west, south, east, north]: Box,
): Fragment {
  return sql`${latitude} between ${south} and ${north} and (
    ${longitude} >= ${west} ${west > east ? sql`or` : sql`and`} ${longitude} <= ${east})`;
}
