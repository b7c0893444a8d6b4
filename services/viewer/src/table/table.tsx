import type { ReactNode } from "react";
import { OrderHead } from "./order-head.tsx";
import { type Order, type OrderControl, type OrderValue, sortRows, useOrder } from "./use-order.ts";
import "./table.css";

/** A column of a table. */
export interface Column<Row> {
  readonly head: string;
  /** Whether the head is for screen readers only. */
  readonly isHeadHidden?: boolean;
  /** Explains the head where the pointer rests on it. */
  readonly hint?: string;
  readonly cell: (row: Row) => ReactNode;
  /** Classes of its cells, for example `mono nowrap`. */
  readonly className?: string;
  /** Whether it has figures: they stand at the end, and the first click on the head shows the greatest. */
  readonly isNumber?: boolean;
  /** Whether it is left out on narrow screens. */
  readonly isWideOnly?: boolean;
  /**
   * The name of the column in the address, and the value that rows are sorted by. Without the value they
   * are in the order of the server, which was asked for it; without both they cannot be sorted.
   */
  readonly order?: readonly [name: string, value?: OrderValue<Row>];
}

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  readonly caption: string;
  /** How the server sorts the rows while the address has no order, for example `-created`. */
  readonly usualOrder?: string;
  /** Shown instead of a table without rows. */
  readonly empty?: string;
  /** Whether it has a frame of its own, which scrolls sideways by keyboard too. */
  readonly isPanel?: boolean;
  /** Whether it stands in a part of the page's width, and leaves out what narrow screens do. */
  readonly isNarrow?: boolean;
  /** The row that is open beside the table. */
  readonly isCurrent?: (row: Row) => boolean;
}

/** Rows of one kind in columns, sorted as the address says. It scrolls sideways by itself on a narrow screen. */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { rows, columns, keyOf, caption, empty, isPanel = false, isNarrow, isCurrent } = props;
  const { order, toggle } = useOrder(props.usualOrder);
  if (rows.length === 0 && empty !== undefined) return <p className="empty">{empty}</p>;
  const value = columns.find((column) => column.order?.[0] === order?.name)?.order?.[1];
  const sorted = order && value ? sortRows(rows, value, order) : rows;
  const classes = columns.map(classOf);
  return (
    <div
      className={isPanel ? "table-scroll panel" : "table-scroll"}
      {...(isPanel && { tabIndex: 0, role: "region", "aria-label": caption })}
    >
      <table className="table" data-narrow={isNarrow || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.head} column={column} order={order} onToggle={toggle} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={keyOf(row)} aria-current={isCurrent?.(row) || undefined}>
              {columns.map(({ head, cell }, index) => (
                <td key={head} className={classes[index]}>
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

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly order: Order | null;
  readonly onToggle: OrderControl["toggle"];
}

function Head<Row>({ column, order, onToggle }: HeadProps<Row>): ReactNode {
  const { head, hint, isHeadHidden = false, isNumber = false, order: sorting } = column;
  // A head is never in mono, and never wraps.
  const className = classOf({ ...column, className: undefined });
  const name = sorting?.[0];
  if (name === undefined) {
    return (
      <th scope="col" className={className} title={hint}>
        {isHeadHidden ? <span className="visually-hidden">{head}</span> : head}
      </th>
    );
  }
  const direction = order?.isFalling ? "descending" : "ascending";
  return (
    <OrderHead
      text={head}
      hint={hint}
      className={className}
      direction={order?.name === name ? direction : null}
      onToggle={() => onToggle(name, isNumber)}
    />
  );
}

function classOf(
  column: Pick<Column<never>, "isNumber" | "isWideOnly"> & { className?: string | undefined },
): string | undefined {
  const { isNumber = false, isWideOnly = false, className } = column;
  const names = [isNumber && "number", isWideOnly && "wide-only", className].filter(Boolean);
  return names.length === 0 ? undefined : names.join(" ");
}
