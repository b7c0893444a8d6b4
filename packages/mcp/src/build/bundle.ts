import process from "node:process";
import { build } from "rolldown";

/*
 * Makes one file of the server of tools, for machines without this repository:
 *
 *   node packages/mcp/src/build/bundle.ts [FILE]
 */
const [file = "jetwire-mcp.mjs"] = process.argv.slice(2);

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
