import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const text = readFileSync(join(root, "docs/security/asvs.md"), "utf8");

const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\|[^|]+\| `([^`]+)` +\| (.+?) +\|$/gm)].map(
  ([, requirement = "", file = "", name = ""]) => ({ requirement, file, name }),
);

test("every row of the table was read", () => {
  const lines = text.split("\n").filter((line) => /^\| \d/.test(line));
  expect(rows).toHaveLength(lines.length);
  expect(rows.length).toBeGreaterThan(50);
});

test.each(rows)("$requirement: $file has the test “$name”", ({ file, name }) => {
  const path = join(root, file);
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, "utf8")).toContain(name);
});

test("all requirements of tokens at Level 3 have a test", () => {
  const required = ["9.1.1", "9.1.2", "9.1.3", "9.2.1", "9.2.2", "9.2.3", "9.2.4"];
  const errors = ["16.5.1", "16.5.2", "16.5.3", "16.5.4"];
  const tested = new Set(rows.map(({ requirement }) => requirement));
  expect([...required, ...errors].filter((requirement) => !tested.has(requirement))).toEqual([]);
});
