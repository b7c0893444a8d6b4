import process from "node:process";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { baseMap } from "./src/basemap/build-tiles.ts";

const rest = process.env["JETWIRE_REST"] ?? "http://127.0.0.1:8080";

/** Everything in files of its own, because the page's policy allows nothing inline. */
export default defineConfig({
  plugins: [
    baseMap(),
    compression({ algorithms: ["gzip", "brotliCompress"], exclude: /index\.html$/ }),
  ],
  server: { proxy: { "/v1": rest, "/c": rest, "/docs": rest } },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Directives for servers that render; this page is rendered in the browser alone.
      onLog(level, log, report) {
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});
