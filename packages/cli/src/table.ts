/** Value of a cell. A time, as ISO 8601 text, is shown to the second. */
export type Cell = string | number | boolean | null;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Formats rows as aligned columns under headings; returns `none` if there are no rows. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const cells = [headings, ...rows.map((row) => row.map(cell))];
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? "").length)),
  );
  return cells
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Formats rows as a table; each column has a heading and a function that reads its cell. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  none: string,
): string {
  const cells = rows.map((row) => Object.values(columns).map((read) => read(row)));
  return table(Object.keys(columns), cells, none);
}

function cell(value: Cell): string {
  if (value === null) return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value);
  return instant.test(text) ? text.slice(0, 19).replace("T", " ") : text;
}
