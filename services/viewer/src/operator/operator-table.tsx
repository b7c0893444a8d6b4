import type { ReactNode } from "react";
import { type OrderValue, sortRows, useOrder } from "../app/use-order.ts";
import { OrderHead } from "../look/order-head.tsx";
import { en } from "../words/en.ts";

/** A column of a table of the operator. */
export interface Column<Row> {
  readonly head: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** The name of the column in the address and the value that rows are sorted by; without it they cannot be. */
  readonly order?: readonly [name: string, value: OrderValue<Row>];
}

interface OperatorTableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly caption: string;
  /** Shown instead of a table without rows. */
  readonly empty?: string;
}

/** A table of the operator, sorted as the address says: it scrolls sideways by itself on a narrow screen. */
export function OperatorTable<Row>(props: OperatorTableProps<Row>): ReactNode {
  const { rows, columns, keyOf, caption, empty = en.operator.none } = props;
  const { order, toggle } = useOrder();
  if (rows.length === 0) return <p className="empty">{empty}</p>;
  const sorting = columns.find((column) => column.order?.[0] === order?.name)?.order;
  const sorted = order && sorting ? sortRows(rows, sorting[1], order) : rows;
  return (
    <div className="table-scroll panel" tabIndex={0} role="region" aria-label={caption}>
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const { head, isNumber } = column;
              const className = isNumber === true ? "number" : "";
              const name = column.order?.[0];
              if (name === undefined) {
                return (
                  <th key={head} scope="col" className={className}>
                    {head}
                  </th>
                );
              }
              return (
                <OrderHead
                  key={head}
                  text={head}
                  className={className}
                  direction={
                    order?.name === name ? (order.isFalling ? "descending" : "ascending") : null
                  }
                  onToggle={() => toggle(name)}
                />
              );
            })}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
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
