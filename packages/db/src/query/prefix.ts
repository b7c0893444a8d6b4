import type { Sql } from "../connection/database.ts";

/**
 * Whether a lower-case expression begins so, as a range of bytes: what an index with
 * `text_pattern_ops` answers whatever the collation, also for a prepared statement.
 */
export function hasPrefix(sql: Sql, expression: ReturnType<typeof fragment>, prefix: string) {
  const from = prefix.toLowerCase();
  return sql`${expression} ~>=~ ${from} and ${expression} ~<~ ${`${from}\u{10FFFF}`}`;
}

function fragment(sql: Sql) {
  return sql``;
}
