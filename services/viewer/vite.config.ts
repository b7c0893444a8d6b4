import { defineConfig } from "vite";

/** Everything in files of its own, because the page's policy allows nothing inline. */
export default defineConfig({
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
