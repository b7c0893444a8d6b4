import type { ReactNode } from "react";
import { en } from "../words/en.ts";

/** A column of a table of the operator. */
export interface Column<Row> {
  readonly head: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface OperatorTableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly caption: string;
  /** Shown instead of a table without rows. */
  readonly empty?: string;
}

/** A table of the operator: it scrolls sideways by itself on a narrow screen. */
export function OperatorTable<Row>(props: OperatorTableProps<Row>): ReactNode {
  const { rows, columns, keyOf, caption, empty = en.operator.none } = props;
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  return (
    <div className="table-scroll panel" tabIndex={0} role="region" aria-label={caption}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" className={isNumber === true ? "number" : ""}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, cell, isNumber }) => (
                <td key={head} className={isNumber === true ? "number" : ""}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
