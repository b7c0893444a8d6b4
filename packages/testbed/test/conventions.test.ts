import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;

/** Their exports are for users outside this repository as well. */
const publicPackages = ["packages/client"];

const sources = new Map(
  globSync("{packages,services,infra}/*/{src,test,examples,balancer}/**/*.{ts,tsx}", {
    cwd: root,
  }).map((path) => [path, readFileSync(join(root, path), "utf8")]),
);
const packages = globSync("{packages,services,infra}/*/src/index.ts", { cwd: root }).map((index) =>
  dirname(dirname(index)),
);

describe("conventions", () => {
  test.each(packages.filter((folder) => !publicPackages.includes(folder)))(
    "%s exports no name that nobody imports",
    (folder) => {
      const name = `@jetwire/${folder.split("/")[1]}`;
      const imported = new Set(
        [...sources]
          .filter(([path]) => !path.startsWith(`${folder}/`))
          .flatMap(([, source]) => namesImportedFrom(name, source)),
      );
      const exported = namesExportedBy(`${folder}/src/index.ts`);
      expect(exported.filter((one) => !imported.has(one))).toEqual([]);
    },
  );

  test("a test is skipped by describeUnless only, which gives the reason", () => {
    const skipping = [...sources]
      .filter(([path, source]) => path.endsWith(".test.ts") && skips.test(source))
      .map(([path]) => path);
    expect(skipping).toEqual([]);
  });
});

test("SQL is written in packages/db, and in tools and tests", () => {
  const written = [...sources]
    .filter(([path]) => /^(?:services|packages)\/[\w-]+\/src\//.test(path))
    .filter(([path]) => !/^packages\/(?:db|testbed|bench)\/|\.test\.ts$/.test(path))
    .filter(([, source]) => /\bsql(?:<[^`]*>)?`/.test(source))
    .map(([path]) => path);
  expect(written).toEqual([]);
});

test("a folder has at most 22 source files, without tests", () => {
  const inFolder = Map.groupBy(
    [...sources.keys()].filter((path) => !path.endsWith(".test.ts")),
    dirname,
  );
  const full = [...inFolder]
    .filter(([, paths]) => paths.length > 22)
    .map(([folder, paths]) => `${folder}: ${paths.length}`);
  expect(full).toEqual([]);
});

const skips = new RegExp(String.raw`\.(skip|skipIf|runIf|todo)\(`);

/** Lists the names that a source imports; those of a namespace as it calls them: `stations.add`. */
function namesImportedFrom(name: string, source: string): string[] {
  const lists = source.matchAll(
    new RegExp(`(?:import|export)[^;{]*\\{([^}]*)\\} from "${name}(?:/\\w+)?"`, "g"),
  );
  const types = source.matchAll(new RegExp(`import\\("${name}"\\)\\.(\\w+)`, "g"));
  const whole = source.matchAll(new RegExp(`import (?:type )?\\* as (\\w+) from "${name}"`, "g"));
  return [
    ...[...lists].flatMap(([, list = ""]) => namesIn(list).map(({ original }) => original)),
    ...[...types].map(([, type = ""]) => type),
    ...[...whole].flatMap(([, local = ""]) =>
      [...source.matchAll(new RegExp(`\\b${local}\\.(\\w+(?:\\.\\w+)?)`, "g"))].flatMap(
        ([, path = ""]) => [path, path.replace(/\..*/, "")],
      ),
    ),
  ];
}

/** Lists the names that a file exports. A namespace counts by its values: `stations.add`. Its types are exported by name. */
function namesExportedBy(path: string): string[] {
  const source = sources.get(path) ?? "";
  const namespaces = source.matchAll(/^export \* as (\w+) from "(\.[^"]+)"/gm);
  return [
    ...exportsOf(path).map(({ exported }) => exported),
    ...[...namespaces].flatMap(([, namespace = "", file = ""]) =>
      exportsOf(join(dirname(path), file))
        .filter(({ isType }) => !isType)
        .map(({ exported }) => `${namespace}.${exported}`),
    ),
  ];
}

interface Listed {
  readonly original: string;
  readonly exported: string;
  readonly isType: boolean;
}

function exportsOf(path: string): Listed[] {
  const source = sources.get(path) ?? "";
  const declared = source.matchAll(
    /^export (?:declare )?(?:async )?(?:abstract )?(function\*?|const|let|class|type|interface) (\w+)/gm,
  );
  const lists = source.matchAll(/^export (type )?\{([^}]*)\}/gm);
  const all = source.matchAll(/^export \* from "(\.[^"]+)"/gm);
  const found = [
    ...[...declared].map(([, kind = "", name = ""]) => ({
      original: name,
      exported: name,
      isType: kind === "type" || kind === "interface",
    })),
    ...[...lists].flatMap(([, type, list = ""]) =>
      namesIn(list).map((one) => ({ ...one, isType: one.isType || type !== undefined })),
    ),
    ...[...all].flatMap(([, file = ""]) => exportsOf(join(dirname(path), file))),
  ];
  return [...new Map(found.map((one) => [one.exported, one])).values()];
}

/** The names of `a, type B, c as d`. */
function namesIn(list: string): Listed[] {
  return list
    .split(",")
    .map((part) => part.replace(/\/\/.*$/gm, "").trim())
    .filter((part) => part !== "")
    .map((part) => {
      const [original = "", exported = original] = part.replace(/^type /, "").split(/\s+as\s+/);
      return { original, exported, isType: part.startsWith("type ") };
    });
}
