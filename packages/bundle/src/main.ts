import { join } from "node:path";
import process from "node:process";
import { bundlePrograms } from "./bundle-programs.ts";
import { copyPrograms } from "./copy-programs.ts";

/*
 * Bundles the programs of this clone, and with a folder copies all that they need to it. Another clone is one in which packages
 * for another machine are installed.
 *
 *   node packages/bundle/src/main.ts [FOLDER [CLONE]]
 */
const [folder, root = join(import.meta.dirname, "../../..")] = process.argv.slice(2);
if (folder === undefined) await bundlePrograms(root);
else await copyPrograms(root, folder);
