import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { en } from "./en.ts";

const folder = join(import.meta.dirname, "..");

test("every text is used somewhere", () => {
  const used = new Set(sources().flatMap(readUses));
  const isUsed = (path: string): boolean =>
    // Parts that are passed on as a whole, and names of methods after a text.
    [...used].some((use) => `${path}.`.startsWith(`${use}.`) || use.startsWith(`${path}.`));
  expect(textsOf(en).filter((path) => !isUsed(path))).toEqual([]);
});

test("a text that is not used would be found", () => {
  const source = `
    const names = en.stations;
    show(names.title, en.desk.fine(1, 2), en.chat.reasons[reason], en.live.pause.length);`;
  expect(readUses(source)).toEqual([
    "stations.title",
    "desk.fine",
    "chat.reasons",
    "live.pause.length",
  ]);
});

function sources(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts"))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(join(folder, "text/en")))
    .map((path) => readFileSync(path, "utf8"));
}

/** Returns the paths of texts that a source uses; a name for a part of them counts as the part. */
function readUses(source: string): string[] {
  const names = /const (\w+) = en((?:\.\w+)+);/g;
  const parts = new Map(
    [...source.matchAll(names)].map(([, name = "", path = ""]) => [name, path]),
  );
  const uses = source.replaceAll(names, "").matchAll(/(?<![\w.])(\w+)((?:\s*\.\w+)+)/g);
  return [...uses].flatMap(([, name = "", given = ""]) => {
    const path = given.replaceAll(/\s/g, "");
    if (name === "en") return [path.slice(1)];
    const part = parts.get(name);
    return part === undefined ? [] : [(part + path).slice(1)];
  });
}

function textsOf(texts: object, path = ""): string[] {
  return Object.entries(texts).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? textsOf(value, `${path}${name}.`)
      : [path + name],
  );
}
