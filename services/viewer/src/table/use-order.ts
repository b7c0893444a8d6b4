import { useNavigate, useSearch } from "@tanstack/react-router";

/** Returns the value by which rows are sorted; null if a row has no value, and then it comes last. */
export type OrderValue<Row> = (row: Row) => string | number | null;

/** The order of a table, as it stands in the address: `order=name`, or `order=-name` for a falling one. */
export interface Order {
  readonly name: string;
  readonly isFalling: boolean;
}

/** The order of a table, and how it is changed. */
export interface OrderControl {
  readonly order: Order | null;
  /** Sorts by this column, then the other way around, then as the server has it. */
  toggle(name: string, startsFalling: boolean): void;
}

/**
 * Reads the order of the address, and changes it.
 *
 * @param usual the order while the address has none
 */
export function useOrder(usual?: string): OrderControl {
  const { order: text = usual } = useSearch({ strict: false });
  const navigate = useNavigate();
  const order = readOrder(text);
  return {
    order,
    toggle(name, startsFalling) {
      const next = nextOrder(order, name, startsFalling);
      void navigate({
        to: ".",
        search: (all: object) => ({ ...all, order: next }),
        replace: true,
        resetScroll: false,
      });
    },
  };
}

export function readOrder(text: string | undefined): Order | null {
  if (text === undefined || !/^-?[a-z][a-z_-]{0,31}$/.test(text)) return null;
  const isFalling = text.startsWith("-");
  return { name: isFalling ? text.slice(1) : text, isFalling };
}

export function nextOrder(
  order: Order | null,
  name: string,
  startsFalling: boolean,
): string | undefined {
  const isFalling = order?.name === name ? !order.isFalling : startsFalling;
  if (order?.name === name && isFalling === startsFalling) return undefined;
  return isFalling ? `-${name}` : name;
}

/** Returns the `order` of the address if a list has it, as its query of REST names it. */
export function orderOf<Name extends string>(
  names: readonly Name[],
  text: string | undefined,
): Name | `-${Name}` | undefined {
  return names.flatMap((name) => [name, `-${name}` as const]).find((order) => order === text);
}

/** Sorts rows by a value; rows with equal values keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: OrderValue<Row>,
  { isFalling }: Order,
): readonly Row[] {
  const sign = isFalling ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * compare(one, other);
  });
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true, sensitivity: "base" });
}
