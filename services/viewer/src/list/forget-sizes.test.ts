import { expect, test } from "vitest";
import { forgetSizes } from "./forget-sizes.ts";
import type { MessageRow } from "./message-row.ts";

const rowOf = (id: number) => ({ message: { id: String(id) } }) as MessageRow;

test("the heights of rows stay bounded while rows come and go, and those of the rows are kept", () => {
  const sizes = new Map<string, number>();
  let most = 0;
  for (let newest = 0; newest < 5_000; newest += 1) {
    sizes.set(String(newest), 33);
    const rows = Array.from({ length: 20 }, (_, at) => rowOf(newest - at));
    forgetSizes(sizes, rows);
    most = Math.max(most, sizes.size);
    expect(sizes.has(String(newest))).toBe(true);
  }
  expect(most).toBeLessThanOrEqual(520);
});
