import type { ListOrder } from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { keyset, type Keyset, type Page } from "./keyset.ts";

/** A page of a list that can be sorted; cursors are ids. */
export interface SortedPage<Name extends string, Cursor = string> extends Page<Cursor> {
  readonly order?: ListOrder<Name> | undefined;
}

/** Names the values by which a list can be sorted, in SQL. */
export interface SortedBy<Name extends string> {
  /** A value that is never null: what items without one have comes last. */
  value(name: Name, isRising: boolean): Fragment;
  /** The key of the list that nobody sorts, of which the id is the last column. */
  readonly key: readonly [Fragment, ...Fragment[]];
  /** `from … where … and`: where the item of a cursor is looked up, if the reader may see it. */
  readonly from: Fragment;
}

/**
 * Pages through a list that is sorted by a value, and by the id where values are equal. A page costs as much as sorting
 * all items that match. A cursor of an unknown item matches nothing.
 */
export function sortedPage<Name extends string, Cursor extends string | number>(
  sql: Sql,
  page: SortedPage<Name, Cursor>,
  { value, key, from }: SortedBy<Name>,
): Keyset {
  const { order } = page;
  const id = key.at(-1) ?? key[0];
  const isRising = order?.startsWith("-") === false;
  const [first, ...rest] =
    order === undefined ? key : ([value(nameOf(order), isRising), id] as const);
  if (rest.length === 0) return keyset(sql, page, [first]);
  return keyset(sql, page, [first, ...rest], {
    keyOf: (cursor) => sql`(select ${first}, ${id} ${from} ${id} = ${cursor})`,
    isRising,
  });
}

function nameOf<Name extends string>(order: ListOrder<Name>): Name {
  return (order.startsWith("-") ? order.slice(1) : order) as Name;
}
