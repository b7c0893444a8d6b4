import process from "node:process";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { baseMap } from "./src/basemap/build-tiles.ts";
import { listParts } from "./src/build/list-parts.ts";
import { preloadChunk } from "./src/build/preload-chunk.ts";

const rest = process.env["JETWIRE_REST"] ?? "http://127.0.0.1:8080";

/** Everything in files of its own, because the page's policy allows nothing inline. */
export default defineConfig({
  plugins: [
    baseMap(),
    // Every page needs it next, and would ask for it only when the first script has run.
    preloadChunk("src/data/rest/rest-client.ts"),
    listParts(),
    compression({ algorithms: ["gzip", "brotliCompress"], exclude: /index\.html$/ }),
  ],
  server: { proxy: { "/v1": rest, "/c": rest, "/docs": rest } },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // What the first script imports is one file: each of many small ones would cost a round trip.
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } },
      // Directives for servers that render; this page is rendered in the browser alone.
      onLog(level, log, report) {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});
