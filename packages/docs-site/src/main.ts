import { resolve } from "node:path";
import process from "node:process";
import { buildSite } from "./build-site.ts";

// Builds the site into a folder: `node src/main.ts [folder]`, `dist` by default.
const folder = process.argv[2] ?? resolve(import.meta.dirname, "../dist");
buildSite(resolve(import.meta.dirname, "../../.."), resolve(folder));
