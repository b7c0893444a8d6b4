import process from "node:process";
import { defineConfig } from "vite";

/** Everything in files of its own, because the page's policy allows nothing inline. */
export default defineConfig({
  server: { proxy: { "/v1": process.env["JETWIRE_REST"] ?? "http://127.0.0.1:8080" } },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
