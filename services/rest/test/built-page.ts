import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { pageTitles } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import express from "express";
import type { WebPageOptions } from "../src/web-page/serve-web-page.ts";

const html =
  "<!doctype html><html><head><title>Jetwire</title><!--jetwire:head--></head><body>page</body></html>";
/** The one script of the page. */
export const script = `export const text = "${"x".repeat(5_000)}";`;

/** Returns options that serve a folder as the page, with a title for each path. */
export function pageOptions(path: string): WebPageOptions {
  return {
    folder: path,
    cards: express.Router(),
    need: { get: async () => false },
    heads: { of: async (page) => ({ status: 200, title: pageTitles[page], description: "x" }) },
    realtimeUrl: undefined,
    tilesUrl: undefined,
    publicUrl: undefined,
    log: createLogger("test", "silent"),
  };
}

/** Writes a small page as its build would, compressed too, into a folder of its own. */
export async function builtPage(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "jetwire-viewer-"));
  await mkdir(join(path, "assets"));
  await writeFile(join(path, "index.html"), html);
  await writeFile(join(path, "icon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await writeFile(join(path, ".secret"), "secret of the operator");
  await writeFile(join(path, "assets", "app-4f3a.js"), script);
  await writeFile(join(path, "assets", "app-4f3a.js.br"), brotliCompressSync(script));
  await writeFile(join(path, "assets", "app-4f3a.js.gz"), gzipSync(script));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
