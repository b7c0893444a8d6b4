import {
  type ColumnComparison,
  type ColumnFilterName,
  type FilterMember,
  filterMemberNames,
  filterMembers,
  type MessageFilters,
  type ParameterOf,
  readFrequencies,
} from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { columnName } from "../query/columns.ts";
import { isOneOf, isWithin, partOf } from "../query/conditions.ts";
import { messageColumns } from "../messages/message-columns.ts";

/** The filters that compare columns, with the values that query parameters have. */
export type ColumnFilters = {
  readonly [Name in ColumnFilterName]?: MessageFilters[ParameterOf<Name>];
};

type Columns = readonly [Fragment, ...Fragment[]];
type Condition = (sql: Sql, columns: Columns, wanted: never) => Fragment | false;

/** How SQL compares columns; the predicates of the same names are in `packages/protocol`. */
const conditions: Readonly<Record<ColumnComparison, Condition>> = {
  equal: (sql, [column], wanted: string | boolean) => sql`${column} = ${wanted}`,
  oneOf: (sql, [column], wanted: readonly string[]) => isOneOf(sql, column, wanted),
  noneOf: (sql, [column], wanted: readonly string[]) =>
    wanted.length > 0 && sql`(${column} is null or ${column} <> all(${[...wanted]}))`,
  registration: (sql, [column], wanted: string) =>
    sql`${column} is not null and replace(${column}, '-', '') = ${wanted}`,
  range: (sql, [column], wanted: string) => {
    const { from, to } = readFrequencies(wanted);
    return sql`${column} between ${from} and ${to}`;
  },
  atLeast: (sql, [column], wanted: number) => sql`${column} >= ${wanted}::real`,
  atMost: (sql, [column], wanted: number) => sql`(${column} is null or ${column} <= ${wanted})`,
  part: (sql, columns, wanted: string) => {
    const says = columns.map((column) => sql`${column} ilike ${partOf(wanted)}`);
    return sql`(${says.reduce((any, one) => sql`${any} or ${one}`)})`;
  },
  noPart: (sql, columns, wanted: readonly string[]) => {
    const says = columns.map(
      (column) => sql`coalesce(${column} ilike any(${wanted.map(partOf)}), false)`,
    );
    return sql`not (${says.reduce((any, one) => sql`${any} or ${one}`)})`;
  },
  position: (sql, _columns, wanted: boolean) =>
    wanted ? isPositioned(sql) : sql`(latitude is null or longitude is null)`,
  box: (sql, _columns, wanted: NonNullable<ColumnFilters["bbox"]>) =>
    sql`${isPositioned(sql)} and ${isWithin(sql, sql`latitude`, sql`longitude`, wanted)}`,
};

/** Returns the condition that the index of positions has. */
function isPositioned(sql: Sql): Fragment {
  return sql`latitude is not null and longitude is not null`;
}

/** Returns the conditions of a filter on columns, all of them or those of some names. */
export function columnConditions(
  sql: Sql,
  filter: ColumnFilters,
  names: readonly ColumnFilterName[] = columnFilterNames,
): (Fragment | false)[] {
  return names.flatMap((name) => {
    const wanted = filter[name];
    if (wanted === undefined) return [];
    const { compare, of }: ColumnMember = filterMembers[name];
    const [first, ...others] = of.map((member) => columnOf(sql, member));
    return [conditions[compare](sql, [first ?? sql`null`, ...others], wanted as never)];
  });
}

type ColumnMember = Extract<FilterMember, { readonly of: unknown }>;
type Compared = ColumnMember["of"][number];

/** The names of the filters that compare columns. */
export const columnFilterNames = filterMemberNames.filter(
  (name): name is ColumnFilterName => "of" in filterMembers[name],
);

function columnOf(sql: Sql, member: Compared): Fragment {
  // As in the index of words.
  if (member === "decoded.description") return sql`decoded->>'description'`;
  return sql`${sql.unsafe(columnName(messageColumns, member))}`;
}

/** Returns the filters on columns that a query has. */
export function columnFilters(query: MessageFilters): ColumnFilters {
  return Object.fromEntries(
    columnFilterNames.map((name) => [name, query[filterMembers[name].parameter]]),
  );
}
