import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;

test("a test is skipped by describeUnless only, which gives the reason", () => {
  const skips = new RegExp(String.raw`\.(skip|skipIf|runIf|todo)\(`);
  const files = globSync("{packages,services,infra}/*/{src,test}/**/*.test.ts", { cwd: root });
  const skipping = files.filter((path) => skips.test(readFileSync(join(root, path), "utf8")));
  expect(skipping).toEqual([]);
});
