import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../src");
const files = globSync("**/*.{ts,tsx}", { cwd: folder }).filter(
  (path) => !path.endsWith(".test.ts"),
);
const spokenAttributes = ["aria-label", "aria-description", "title", "placeholder", "alt", "label"];

test("no source makes HTML of a string", async () => {
  const found = await linesWith(
    /dangerouslySetInnerHTML|\.(?:innerHTML|outerHTML)\b|insertAdjacentHTML|document\.write|DOMParser|srcDoc/,
  );
  expect(found).toEqual([]);
});

test("no source evaluates a string", async () => {
  expect(await linesWith(/\beval\(|new Function\(/)).toEqual([]);
});

test("components have no literal text: they are in text/en", async () => {
  const found: string[] = [];
  for (const path of files.filter((name) => name.endsWith(".tsx"))) {
    const code = await readFile(join(folder, path), "utf8");
    const texts = literalTexts(parseAst(code, { lang: "tsx" }));
    found.push(...texts.map((text) => `${path}: ${text}`));
  }
  expect(found).toEqual([]);
});

async function linesWith(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const path of files) {
    const lines = (await readFile(join(folder, path), "utf8")).split("\n");
    const hits = lines.filter((line) => pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line));
    found.push(...hits.map((line) => `${path}: ${line.trim()}`));
  }
  return found;
}

/** Returns texts between tags and in attributes that are read to people, if they have two letters in a row. */
function literalTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(literalTexts);
  if (typeof node !== "object" || node === null) return [];
  const own = literalText(node as Readonly<Record<string, unknown>>);
  return [
    ...(own !== null && /\p{L}{2}/u.test(own) ? [own.trim()] : []),
    ...Object.values(node).flatMap(literalTexts),
  ];
}

function literalText(node: Readonly<Record<string, unknown>>): string | null {
  if (node["type"] === "JSXText") return String(node["value"]);
  if (node["type"] !== "JSXAttribute") return null;
  const { name } = node["name"] as { name: unknown };
  const value = node["value"] as { type: string; value?: unknown } | null;
  const isSpoken = typeof name === "string" && spokenAttributes.includes(name);
  return isSpoken && value?.type === "Literal" ? String(value.value) : null;
}
