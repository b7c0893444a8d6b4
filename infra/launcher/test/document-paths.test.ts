import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { isRecord } from "../src/json-file.ts";

const root = resolve(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const isForeign = (path: string) => /(?:^|\/)(?:node_modules|\.\w[\w-]*)\//.test(`${path}/`);
const files = globSync("**/*", { cwd: root, exclude: isForeign });
const tests = files.filter((path) => path.endsWith(".test.ts"));
const documents = files.filter((path) => path.endsWith(".md") && path !== "CHANGELOG.md");
const manifest: unknown = JSON.parse(read("package.json"));
const scripts =
  isRecord(manifest) && isRecord(manifest["scripts"]) ? Object.keys(manifest["scripts"]) : [];

/** Paths that are made when Jetwire runs or is set up, and values that look like paths. */
const madeLater =
  /^(?:\.|infra\/(?:compose\.env|secrets\/)|(?:[\w/-]+\/)?dist\b|damaged\/|node_modules\/|deploy\/|pipelines\/)/;
const topLevel = /^(?:services|packages|infra|docs)\//;
const named = /(?:\/|\.(?:ts|tsx|md|sql|lua|json|mjs|yml|yaml|css|py|sh|html))$/;

interface Found {
  readonly line: number;
  readonly text: string;
}

/** Returns what stands between backticks, and the lines of blocks of shell code. */
function codeOf(text: string): Found[] {
  let isBlock = false;
  return text.split("\n").flatMap((line, at) => {
    if (/^\s*```/.test(line)) {
      isBlock = !isBlock && /^\s*```sh\b/.test(line);
      return [];
    }
    const spans = isBlock ? [line] : [...line.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
    return spans.map((code) => ({ line: at + 1, text: code }));
  });
}

/** Returns the words of a document's code that are paths of this repository. */
function pathsOf(text: string): Found[] {
  return codeOf(text).flatMap(({ line, text: code }) =>
    code
      .split(/[\s"'(),;=]+/)
      .map((word) => word.replace(/^\.\//, "").replace(/(?::\d+)?[.:]?$/, ""))
      .filter((word) => word.includes("/") && (topLevel.test(word) || named.test(word)))
      .filter((word) => !/[<>{}$…*|\\@~#]|:\/\/|^[/-]|[A-Z]{3,}\//.test(word))
      .filter((word) => !madeLater.test(word))
      .map((word) => ({ line, text: word })),
  );
}

/** Returns the folders of which a document's path may be a part: the root, its folder and its sources. */
function foldersOf(document: string): string[] {
  const folder = dirname(document);
  return ["", folder, join(folder, "src"), join(folder, "test")];
}

/** Returns what is wrong with the commands of a line of code. */
function commandFaults(code: string): string[] {
  const [, script] = /\bnpm run (?:-s )?([a-z][\w:-]*)/.exec(code) ?? [];
  const [, given = ""] = /\bvitest run ([^|&;#<]*)/.exec(code) ?? [];
  const filters = given
    .split(/\s+/)
    .filter((word) => /^[\w./-]+$/.test(word) && !word.startsWith("-") && !/^R-\d/.test(word));
  return [
    ...(script === undefined || scripts.includes(script) ? [] : [`no script: ${script}`]),
    ...filters
      .filter((filter) => !tests.some((path) => path.includes(filter)))
      .map((filter) => `no test: ${filter}`),
  ];
}

describe.each(documents)("%s", (document) => {
  const text = read(document);

  test("names files and folders that there are", () => {
    const faults = pathsOf(text).filter(
      ({ text: path }) =>
        !foldersOf(document).some((folder) => existsSync(join(root, folder, path))),
    );
    expect(faults.map(({ line, text: path }) => `${line}: ${path}`)).toEqual([]);
  });

  test("names scripts and tests that there are", () => {
    const faults = codeOf(text).flatMap(({ line, text: code }) =>
      commandFaults(code).map((fault) => `${line}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });
});

test("a path that does not exist is found, and so are a script and a test", () => {
  expect(pathsOf("see `services/none/src`, or\n```sh\ncat docs/none.md\n```")).toEqual([
    { line: 1, text: "services/none/src" },
    { line: 3, text: "docs/none.md" },
  ]);
  expect(commandFaults("npm run nothing")).toEqual(["no script: nothing"]);
  expect(commandFaults("npx vitest run services/none")).toEqual(["no test: services/none"]);
});
