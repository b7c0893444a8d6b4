import { expect, test } from "vitest";
import { nextOrder, orderOf, readOrder, sortRows } from "./use-order.ts";

test("an order is read from the address, and anything else is none", () => {
  expect(readOrder("last-used")).toEqual({ name: "last-used", isFalling: false });
  expect(readOrder("-created")).toEqual({ name: "created", isFalling: true });
  expect(readOrder("-messages_count")).toEqual({ name: "messages_count", isFalling: true });
  for (const text of [undefined, "", "-", "--a", "A b", "<b>", "a".repeat(40)]) {
    expect(readOrder(text)).toBeNull();
  }
});

test("a column is sorted rising, then falling, then not", () => {
  expect(nextOrder(null, "created", false)).toBe("created");
  expect(nextOrder({ name: "created", isFalling: false }, "created", false)).toBe("-created");
  expect(nextOrder({ name: "created", isFalling: true }, "created", false)).toBeUndefined();
  expect(nextOrder({ name: "created", isFalling: true }, "user", false)).toBe("user");
});

test("a column of figures is sorted falling first", () => {
  expect(nextOrder({ name: "user", isFalling: false }, "count", true)).toBe("-count");
  expect(nextOrder({ name: "count", isFalling: true }, "count", true)).toBe("count");
  expect(nextOrder({ name: "count", isFalling: false }, "count", true)).toBeUndefined();
});

test("only an order that a list has is asked for", () => {
  expect(orderOf(["ident", "messages_count"], "-messages_count")).toBe("-messages_count");
  expect(orderOf(["ident"], "messages_count")).toBeUndefined();
  expect(orderOf(["ident"], undefined)).toBeUndefined();
});

test("rows without a value come last in both orders, and numbers in names count as numbers", () => {
  const rows = ["EGLL10", null, "egll2", "CYYZ1"];
  const sorted = (isFalling: boolean) => sortRows(rows, (row) => row, { name: "ident", isFalling });
  expect(sorted(false)).toEqual(["CYYZ1", "egll2", "EGLL10", null]);
  expect(sorted(true)).toEqual(["EGLL10", "egll2", "CYYZ1", null]);
  expect(sortRows([9, 10, 1], (row) => row, { name: "count", isFalling: true })).toEqual([
    10, 9, 1,
  ]);
});
