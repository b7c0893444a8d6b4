import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createServer } from "vite";
import { baseMap } from "../src/basemap/build-tiles.ts";

test("two builds of the page at the same time make the tiles of the map once, and both succeed", async () => {
  const root = await mkdtemp(join(tmpdir(), "basemap-"));
  onTestFinished(async () => await rm(root, { recursive: true, force: true }));
  const build = async () => {
    const plugins = [baseMap()];
    const server = await createServer({ root, plugins, configFile: false, logLevel: "silent" });
    try {
      return await server.transformRequest("virtual:basemap");
    } finally {
      await server.close();
    }
  };
  const [one, other] = await Promise.all([build(), build()]);
  expect(one?.code).toContain("tilesPath");
  expect(other?.code).toBe(one?.code);
  expect(await readdir(join(root, "node_modules", ".cache", "basemap"))).toHaveLength(1);
}, 120_000);
