import type { Fragment, Sql } from "../connection/database.ts";

/** One page of a list. Both cursors are exclusive. */
export interface Page<Cursor = string> {
  readonly limit: number;
  readonly before?: Cursor | undefined;
  readonly after?: Cursor | undefined;
}

/** The parts of a query that reads one page by its key, newest (highest key) first. */
export interface Keyset {
  /** The condition that the cursors make; `true` without any. */
  readonly within: Fragment;
  /** `order by … limit …`. */
  readonly ordered: Fragment;
  /** Puts the rows that the query returned into the order of the list. */
  newestFirst<Row>(rows: readonly Row[]): Row[];
}

/**
 * Pages through a list by its key, so that a page costs the same wherever it is in the list. With
 * `after` alone it reads upwards from the cursor: the page next to it.
 *
 * @param columns the columns of the key, which an index has to end in
 * @param keyOf the key that a cursor stands for; the cursor itself by default
 */
export function keyset<Cursor extends string | number>(
  sql: Sql,
  { limit, before, after }: Page<Cursor>,
  columns: readonly [string, ...string[]],
  keyOf: (cursor: Cursor) => Fragment = (cursor) => sql`${cursor}`,
): Keyset {
  const ascends = after !== undefined && before === undefined;
  const [first, ...rest] = columns.map((column) => sql`${sql(column)}`);
  const listed = (suffix: Fragment) =>
    rest.reduce(
      (all, column) => sql`${all}, ${column} ${suffix}`,
      sql`${first ?? sql``} ${suffix}`,
    );
  const key = sql`(${listed(sql``)})`;
  return {
    within: sql`true
      ${before === undefined ? sql`` : sql`and ${key} < ${keyOf(before)}`}
      ${after === undefined ? sql`` : sql`and ${key} > ${keyOf(after)}`}`,
    ordered: sql`order by ${listed(ascends ? sql`asc` : sql`desc`)} limit ${limit}`,
    newestFirst: (rows) => (ascends ? rows.toReversed() : [...rows]),
  };
}
