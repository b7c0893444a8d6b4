import process from "node:process";
import { bundleFile } from "@jetwire/bundle";

/*
 * Makes one file of the server of tools, for machines without this repository:
 *
 *   node packages/mcp/src/build/bundle.ts [FILE]
 */
const [file = "jetwire-mcp.mjs"] = process.argv.slice(2);

await bundleFile(new URL("../main.ts", import.meta.url), file);
