import process from "node:process";
import { build } from "rolldown";

/*
 * Makes one file of the bridge, for machines without this repository:
 *
 *   node packages/bridge/src/build/bundle.ts [FILE]
 */
const [file = "jetwire-bridge.mjs"] = process.argv.slice(2);

await build({
  input: new URL("../main.ts", import.meta.url).pathname,
  platform: "node",
  output: {
    file,
    format: "esm",
    minify: true,
    banner: "#!/usr/bin/env node",
    codeSplitting: false,
  },
});
