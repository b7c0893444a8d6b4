/** Value of a cell. */
export type Cell = string | number | boolean | Date | null;

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
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace("T", " ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
