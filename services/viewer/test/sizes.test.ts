import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { buildHookMs, buildPage } from "./built-page.ts";

// Limits in KiB after gzip, as people with a slow connection load them.
const firstScriptMax = 200;
const firstStylesMax = 20;
const firstFontsMax = 65;
const mapMax = 130;

let folder: string;
let html: string;
beforeAll(async () => {
  folder = await buildPage();
  html = await readFile(join(folder, "index.html"), "utf8");
}, buildHookMs);

test(`the first script with all that it imports has at most ${firstScriptMax} KiB`, async () => {
  const scripts = await staticImports(entryScript());
  const size = await sizeOf(scripts);
  console.log(`first script: ${size.toFixed(1)} KiB in ${scripts.length} files`);
  expect(size).toBeLessThanOrEqual(firstScriptMax);
});

test("the first script is one file, and the shell preloads exactly the scripts of the REST client", async () => {
  const first = await staticImports(entryScript());
  expect(first).toEqual([entryScript()]);
  const preloads = [...html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g)];
  const client = (await assets()).find((name) => /^rest-client-.*\.js$/.test(name));
  const ofClient = await staticImports(`/assets/${client}`);
  expect(preloads.map(([, path]) => path ?? "").toSorted()).toEqual(
    ofClient.filter((path) => !first.includes(path)).toSorted(),
  );
  expect(preloads.filter(([tag]) => !tag.includes('fetchpriority="low"'))).toEqual([]);
});

test("maps, overlays and charts are not in the first script", async () => {
  const texts = await Promise.all((await staticImports(entryScript())).map(read));
  const script = texts.join("\n");
  // Strings of OpenLayers, Base UI and visx, which minifying does not change.
  for (const part of ["ol-viewport", "data-base-ui", "visx-"]) {
    expect(script.includes(part) ? part : null).toBeNull();
    expect((await isSomewhere(part)) ? part : null).toBe(part);
  }
});

test(`the first styles have at most ${firstStylesMax} KiB, all fonts at most ${firstFontsMax}`, async () => {
  const styles = [...html.matchAll(/rel="stylesheet"[^>]*href="([^"]+)"/g)].map(
    ([, path]) => path ?? "",
  );
  const size = await sizeOf(styles);
  const fonts = (await assets()).filter((name) => name.endsWith(".woff2"));
  const fontsSize = await sizeOf(
    fonts.map((name) => `/assets/${name}`),
    (content) => content.length,
  );
  console.log(`first styles: ${size.toFixed(1)} KiB; fonts: ${fontsSize.toFixed(1)} KiB`);
  expect(styles).not.toEqual([]);
  expect(size).toBeLessThanOrEqual(firstStylesMax);
  expect(fontsSize).toBeLessThanOrEqual(firstFontsMax);
});

test(`the map's own script has at most ${mapMax} KiB`, async () => {
  const scripts = (await assets()).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(scripts.map((name) => read(`/assets/${name}`)));
  const map = scripts.filter((_name, at) => texts[at]?.includes("ol-viewport"));
  const size = await sizeOf(map.map((name) => `/assets/${name}`));
  console.log(`map: ${size.toFixed(1)} KiB`);
  expect(map).toHaveLength(1);
  expect(size).toBeLessThanOrEqual(mapMax);
});

function entryScript(): string {
  return /<script type="module"[^>]*src="([^"]+)"/.exec(html)?.[1] ?? "";
}

/** Returns the script and everything that it imports before it runs. */
async function staticImports(entry: string): Promise<string[]> {
  const found = new Set<string>([entry]);
  for (const path of found) {
    const text = await read(path);
    for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      found.add(`/assets/${name}`);
    }
  }
  return [...found];
}

async function read(path: string): Promise<string> {
  return await readFile(join(folder, path), "utf8");
}

async function assets(): Promise<string[]> {
  return await readdir(join(folder, "assets"));
}

async function isSomewhere(part: string): Promise<boolean> {
  const names = (await assets()).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(names.map((name) => read(`/assets/${name}`)));
  return texts.some((text) => text.includes(part));
}

async function sizeOf(
  paths: readonly string[],
  lengthOf: (content: Buffer) => number = (content) => gzipSync(content, { level: 9 }).length,
): Promise<number> {
  const contents = await Promise.all(paths.map((path) => readFile(join(folder, path))));
  return contents.reduce((sum, content) => sum + lengthOf(content), 0) / 1_024;
}
