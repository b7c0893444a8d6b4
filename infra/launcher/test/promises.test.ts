import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const code = /\b(?:[RA]-\d{2}|G\d{2})\b/g;
const range = /\b([RA]-)(\d{2})–[RA]-(\d{2})\b/g;

/** Returns the codes in a text, with those between the ends of a range. */
function codesOf(text: string): string[] {
  const between = [...text.matchAll(range)].flatMap(([, kind = "", from, to]) =>
    Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, at) => `${kind}${String(Number(from) + at).padStart(2, "0")}`,
    ),
  );
  return [...(text.match(code) ?? []), ...between];
}

test("the document of promises explains every number in the name of a test", () => {
  const explained = new Set(codesOf(read("docs/promises.md")));
  const tests = globSync("{packages,services,infra}/*/{src,test}/**/*.test.ts", { cwd: root });
  const names = tests.flatMap((path) =>
    [...read(path).matchAll(/\b(?:test|it|describe)\b[^"'`\n]*\(\s*["'`]([^"'`]*)/g)].map(
      ([, name = ""]) => ({ path, name }),
    ),
  );
  const used = names.flatMap(({ path, name }) => codesOf(name).map((one) => ({ path, one })));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter(({ one }) => !explained.has(one))).toEqual([]);
});
