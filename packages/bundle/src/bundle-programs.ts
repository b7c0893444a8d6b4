import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { build, type Plugin } from "rolldown";
import { directMembersOfDecoder } from "./private-members.ts";
import { programsFolder, programSources } from "./programs.ts";

/** A running program may load a part of an older bundle for the first time. */
const keptMs = 7 * 86_400_000;

/** The last file that is written: the bundles are as new as it. */
const marker = "built";

/** Parts of installed packages that are not bundled: paths relative to the root of the clone. */
export interface Installed {
  /** Files that are read, such as fonts. */
  readonly files: ReadonlySet<string>;
  /** Modules of packages with native code. */
  readonly nativeFiles: ReadonlySet<string>;
}

/**
 * Bundles the services, the command line and the simulator of a clone into one folder, in which they share files. A program
 * loads a few files in place of a thousand modules. Programs of an earlier bundle that run go on: its files stay for a week,
 * and none is written in place.
 *
 * @throws Error if a module is missing or cannot be parsed
 */
export async function bundlePrograms(root: string): Promise<Installed> {
  const folder = join(root, programsFolder);
  const installed = { files: new Set<string>(), nativeFiles: new Set<string>() };
  const { output } = await build({
    cwd: root,
    input: programSources(root),
    platform: "node",
    makeAbsoluteExternalsRelative: false,
    plugins: [
      keepUrls(root, folder, installed.files),
      keepNative(root, folder, installed.nativeFiles),
      directMembersOfDecoder(),
    ],
    logLevel: "warn",
    write: false,
    output: {
      format: "esm",
      // Operators read names of functions in stack traces, and each part begins with the path of its source.
      minify: false,
      entryFileNames: "[name].js",
      // All in one folder: `keepUrls` depends on it.
      chunkFileNames: "[name]-[hash].js",
    },
  });
  await mkdir(folder, { recursive: true });
  for (const file of output) {
    await writeWhole(join(folder, file.fileName), file.type === "chunk" ? file.code : file.source);
  }
  await removeOld(folder);
  await writeWhole(join(folder, marker), "");
  return installed;
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${path}.new`, content);
  await rename(`${path}.new`, path);
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < Date.now() - keptMs) await rm(path);
  }
}

/**
 * Lets modules of the clone find the files beside them, such as scripts of Redis and migrations, and files of packages: their
 * URLs are relative to the bundle, so the clone can be moved or copied.
 */
function keepUrls(root: string, folder: string, files: Set<string>): Plugin {
  return {
    name: "keep-urls",
    transform: {
      filter: { id: { include: /\.ts$/, exclude: /\/node_modules\// }, code: /import\.meta\b/ },
      async handler(code, id) {
        // Every second part is the name that is resolved, undefined for the module's own URL.
        const parts = code.split(/import\.meta\s*\.(?:url|resolve\("(.+?)"\))/);
        const texts = parts.map(async (part: string | undefined, at) => {
          if (at % 2 === 0) return part;
          if (part === undefined) return urlOf(relative(folder, id));
          const path = (await this.resolve(part, id))?.id;
          if (path === undefined)
            throw new Error(`${relative(root, id)}: ${part} is not installed`);
          files.add(relative(root, path));
          return urlOf(relative(folder, path));
        });
        return (await Promise.all(texts)).join("");
      },
    },
  };
}

function urlOf(path: string): string {
  return `new URL(${JSON.stringify(path)}, import.meta.url).href`;
}

/** Leaves packages with native code where they are installed. */
function keepNative(root: string, folder: string, files: Set<string>): Plugin {
  return {
    name: "keep-native",
    resolveId: {
      filter: { id: /^@napi-rs\/canvas$/ },
      async handler(name, importer) {
        const found = await this.resolve(name, importer, { skipSelf: true });
        if (found === null) return null;
        files.add(relative(root, found.id));
        return { id: relative(folder, found.id), external: true };
      },
    },
  };
}
