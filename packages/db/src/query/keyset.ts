import type { Fragment, Sql } from "../connection/database.ts";

/** One page of a list. Both cursors are exclusive. */
export interface Page<Cursor = string> {
  readonly limit: number;
  readonly before?: Cursor | undefined;
  readonly after?: Cursor | undefined;
}

/** How a list is sorted. */
export interface KeysetOrder<Cursor> {
  /** The key that a cursor stands for; the cursor itself by default. */
  keyOf?(cursor: Cursor): Fragment;
  /** Whether the list begins with the lowest key instead of the highest. */
  readonly isRising?: boolean;
}

/** The parts of a query that reads one page by its key, the highest key first unless the list rises. */
export type Keyset = ReturnType<typeof keyset>;

/**
 * Pages through a list by its key, so that a page costs the same wherever it is in the list. With
 * `after` alone it reads back from the cursor: the page next to it.
 *
 * @param columns the columns or expressions of the key, which an index has to end in
 */
export function keyset<Cursor extends string | number>(
  sql: Sql,
  { limit, before, after }: Page<Cursor>,
  columns: readonly [string | Fragment, ...(string | Fragment)[]],
  { keyOf = (cursor) => sql`${cursor}`, isRising = false }: KeysetOrder<Cursor> = {},
) {
  const readsBack = after !== undefined && before === undefined;
  const [first, ...rest] = columns.map((column) =>
    typeof column === "string" ? sql`${sql(column)}` : column,
  );
  const [following, preceding] = isRising ? [sql`>`, sql`<`] : [sql`<`, sql`>`];
  const listed = (suffix: Fragment) =>
    rest.reduce(
      (all, column) => sql`${all}, ${column} ${suffix}`,
      sql`${first ?? sql``} ${suffix}`,
    );
  const key = sql`(${listed(sql``)})`;
  return {
    /** The condition that the cursors make; `true` without any. */
    within: sql`true
      ${before === undefined ? sql`` : sql`and ${key} ${following} ${keyOf(before)}`}
      ${after === undefined ? sql`` : sql`and ${key} ${preceding} ${keyOf(after)}`}`,
    /** `order by … limit …`. */
    ordered: sql`order by ${listed(readsBack === isRising ? sql`desc` : sql`asc`)} limit ${limit}`,
    /** Puts the rows that the query returned into the order of the list. */
    inOrder: <Row>(rows: readonly Row[]): Row[] => (readsBack ? rows.toReversed() : [...rows]),
  };
}
