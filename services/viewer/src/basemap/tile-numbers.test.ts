import { expect, test } from "vitest";
import { readPresence, tileNumber, tileNumbers, writePresence } from "./tile-numbers.ts";

test("tiles are numbered from the lowest zoom without gaps", () => {
  const numbers = tileNumbers(3).map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 85 }, (_, index) => index));
  expect(tileNumber(3, 7, 7)).toBe(84);
});

test("exactly the tiles that were written are present", () => {
  const written = [0, 5, 8, 63, 84];
  const isPresent = readPresence(writePresence(written));
  const all = Array.from({ length: 200 }, (_, index) => index);
  expect(all.filter(isPresent)).toEqual(written);
});
