import type { Fragment, Sql } from "../connection/database.ts";

type ColumnType =
  | "bigint"
  | "boolean"
  | "float8"
  | "integer"
  | "jsonb"
  | "real"
  | "smallint"
  | "text"
  | "timestamptz"
  | "uuid";

/**
 * The columns that the members of an object are stored in: the type, and the name where it is not
 * the member's in snake case.
 */
export type Columns<Row> = {
  readonly [Member in keyof Row & string]-?: Column;
};

type Column = ColumnType | readonly [ColumnType, name: string];

/** Columns whose values are sent as arrays. */
export interface SentColumns {
  readonly names: readonly string[];
  readonly arrays: readonly Fragment[];
}

/**
 * Sends the members of `rows` that `columns` names, each as one typed array. Times are ISO 8601
 * text, and what is absent is null. Booleans travel as text, because the driver takes an array of them for one boolean, and objects as JSON.
 */
export function sendColumns<Row>(
  sql: Sql,
  rows: readonly Row[],
  columns: Partial<Columns<Row>>,
): SentColumns {
  const entries = Object.entries(columns) as [keyof Row & string, Column][];
  return {
    names: entries.map(([member, column]) => nameOf(member, column)),
    arrays: entries.map(([member, column]) => {
      const type = typeof column === "string" ? column : column[0];
      const values = rows.map((row) => row[member] ?? null);
      if (type === "boolean") return sql`${textsOf(values, String)}::text[]::boolean[]`;
      if (type === "jsonb") return sql`${textsOf(values, jsonText)}::text[]::jsonb[]`;
      return sql`${values as never}::${sql.unsafe(type)}[]`;
    }),
  };
}

function textsOf(values: readonly unknown[], text: (value: unknown) => string): (string | null)[] {
  return values.map((value) => (value === null ? null : text(value)));
}

/** Postgres stores no U+0000 in JSON either. */
function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll("\\u0000", "\\u2400");
}

/**
 * Returns the sent columns as rows for a `from`, and their names. The text of a statement is the
 * same for any number of rows, so it is prepared once.
 *
 * @param name what the statement calls the rows
 */
export function sentRows(
  sql: Sql,
  name: string,
  ...sent: readonly SentColumns[]
): { names: Fragment; rows: Fragment } {
  const names = sql`${sql.unsafe(sent.flatMap((columns) => columns.names).join(", "))}`;
  const arrays = sent
    .flatMap((columns) => columns.arrays)
    .reduce((all, array) => sql`${all}, ${array}`);
  return { names, rows: sql`unnest(${arrays}) as ${sql.unsafe(name)} (${names})` };
}

/** Lists are made once for each object of columns: frequent queries name some fifty. */
const lists = new WeakMap<object, string>();

/** Returns the list of a `select` that reads the columns back under the members' names. */
export function selectColumns<Row>(sql: Sql, columns: Columns<Row>): Fragment {
  const list = lists.get(columns) ?? listOf(columns);
  lists.set(columns, list);
  return sql`${sql.unsafe(list)}`;
}

function listOf<Row>(columns: Columns<Row>): string {
  return Object.entries<Column>(columns)
    .map(([member, column]) =>
      typeof column === "string" ? inSnakeCase(member) : `${column[1]} as ${inSnakeCase(member)}`,
    )
    .join(", ");
}

/** Returns the name of the column that a member is stored in. */
export function columnName<Row>(columns: Columns<Row>, member: keyof Row & string): string {
  return nameOf(member, columns[member]);
}

function nameOf(member: string, column: Column): string {
  return typeof column === "string" ? inSnakeCase(member) : column[1];
}

function inSnakeCase(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
