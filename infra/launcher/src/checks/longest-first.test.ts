import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../../../", import.meta.url);
const source = readFileSync(new URL("longest-first.ts", import.meta.url), "utf8");

test("each file that is to run first exists", () => {
  const paths = [...source.matchAll(/"([a-z/.-]+\.test\.ts)"/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
