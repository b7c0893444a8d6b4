import { join } from "node:path";
import process from "node:process";
import { build } from "rolldown";

/*
 * Makes the files that a page loads without a bundler, each with everything that it needs:
 *
 *   node packages/client/src/build/browser.ts [FOLDER]
 */
const source = new URL("..", import.meta.url).pathname;
const [folder = new URL("../../dist/browser", import.meta.url).pathname] = process.argv.slice(2);

const entries = { "jetwire-client.js": "index.ts", "jetwire-realtime.js": "realtime.ts" };

for (const [file, entry] of Object.entries(entries)) {
  await build({
    input: join(source, entry),
    platform: "browser",
    transform: { target: "es2022" },
    output: { file: join(folder, file), format: "esm", minify: true, codeSplitting: false },
  });
}
