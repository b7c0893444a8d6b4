import { expect, test } from "vitest";
import { nextOrder, readOrder, sortRows } from "./use-order.ts";

test("an order is read from the address, and anything else is none", () => {
  expect(readOrder("last-used")).toEqual({ name: "last-used", isFalling: false });
  expect(readOrder("-created")).toEqual({ name: "created", isFalling: true });
  for (const text of [undefined, "", "-", "--a", "A b", "<b>", "a".repeat(40)]) {
    expect(readOrder(text)).toBeNull();
  }
});

test("a column is sorted rising, then falling, then not", () => {
  expect(nextOrder(null, "created")).toBe("created");
  expect(nextOrder({ name: "created", isFalling: false }, "created")).toBe("-created");
  expect(nextOrder({ name: "created", isFalling: true }, "created")).toBeUndefined();
  expect(nextOrder({ name: "created", isFalling: true }, "user")).toBe("user");
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
