import process from "node:process";
import { bundleFile } from "@jetwire/bundle";

/*
 * Makes one file of the bridge, for machines without this repository:
 *
 *   node packages/bridge/src/build/bundle.ts [FILE]
 */
const [file = "jetwire-bridge.mjs"] = process.argv.slice(2);

await bundleFile(new URL("../main.ts", import.meta.url), file);
