import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { applyMutant } from "../src/mutants/mutant.ts";
import { mutants } from "../src/mutants/mutants.ts";

const root = new URL("../../../", import.meta.url);
const pathOf = (file: string) => fileURLToPath(new URL(file, root));

test("there are at least 40 mutants, each with a name of its own", () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

test.each(mutants)("the mutant '$name' applies to the code, and its tests exist", (mutant) => {
  const text = readFileSync(pathOf(mutant.file), "utf8");
  expect(applyMutant(mutant, text)).not.toBe(text);
  expect(mutant.tests.filter((file) => !existsSync(pathOf(file)))).toEqual([]);
  expect(mutant.tests.length).toBeGreaterThan(0);
});

test.each(mutants.filter(({ file }) => file.endsWith(".sql")))(
  "no later migration replaces the function that the mutant '$name' breaks",
  ({ file, find }) => {
    const before = readFileSync(pathOf(file), "utf8").split(find)[0] ?? "";
    const name = [...before.matchAll(/^create (?:or replace )?function (\w+)/gm)].at(-1)?.[1];
    expect(name).toBeDefined();
    const folder = dirname(pathOf(file));
    const later = readdirSync(folder).filter((other) => other > basename(file));
    const replaces = new RegExp(`^(create (or replace )?|drop )function ${name}\\b`, "m");
    expect(
      later.filter((other) => replaces.test(readFileSync(`${folder}/${other}`, "utf8"))),
    ).toEqual([]);
  },
);

test("a mutant whose text is missing or ambiguous is an error that names it", () => {
  const mutant = { name: "some", guarantee: "", file: "a.ts", find: "x", replace: "y", tests: [] };
  expect(applyMutant(mutant, "a x b")).toBe("a y b");
  expect(() => applyMutant(mutant, "a b")).toThrow(/"some" occurs 0 times in a\.ts/);
  expect(() => applyMutant(mutant, "x x x")).toThrow(/occurs 3 times/);
});
