import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import process from "node:process";
import { bundleFile, type Plugin } from "@jetwire/bundle";

/*
 * Makes one file of the relay, for machines without this repository:
 *
 *   node packages/relay/src/build/bundle.ts [FILE]
 */

/** Half of the speed for a sixth less memory; the unit and the image start Node with the same. */
const nodeOptions = "--max-semi-space-size=1 --max-old-space-size=64 --lite-mode";

const [file = "jetwire-relay.mjs"] = process.argv.slice(2);

/** Puts the files that modules read beside them into the bundle. */
const inlined: Plugin = {
  name: "inline-files",
  async transform(code, id) {
    const pattern = /readFileSync\(new URL\("(.+?)", import\.meta\.url\)\)/g;
    if (!id.endsWith("/dictionaries.ts")) return null;
    const [match, path = ""] = pattern.exec(code) ?? [];
    if (match === undefined) throw new Error(`${basename(id)} reads no file`);
    const bytes = await readFile(new URL(path, `file://${id}`));
    return code.replace(match, `Buffer.from("${bytes.toString("base64")}", "base64")`);
  },
};

/**
 * Takes modules of Node without an import: importing `node:http` reads each of its exports, also those for which Node
 * loads its WebSocket client, which costs 14 MB of memory.
 */
const withoutImports: Plugin = {
  name: "without-imports",
  renderChunk(code) {
    return code.replace(
      /^import (.+?) from "(node:[a-z/_]+)";$/gm,
      (_, names: string, id: string) => {
        const [, whole, members] = /^(?:([\w$]+)(?:, )?)?(\{.*\})?$/.exec(names) ?? [];
        const module = `process.getBuiltinModule("${id}")`;
        return [
          whole && `const ${whole} = ${module};`,
          members && `const ${members.replaceAll(" as ", ": ")} = ${module};`,
        ].join(" ");
      },
    );
  },
};

await bundleFile(new URL("../main.ts", import.meta.url), file, {
  plugins: [inlined, withoutImports],
  // Modules of which nothing is used are left out: they do nothing when they are loaded.
  treeshake: { moduleSideEffects: false },
  nodeOptions,
});
