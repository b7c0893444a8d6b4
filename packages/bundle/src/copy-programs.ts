import { cp, glob, lstat, readdir, readlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { bundlePrograms } from "./bundle-programs.ts";
import { programsFolder } from "./programs.ts";

/** Files that bundles read of the clone: all beside the sources that are no sources. */
const filesBeside = ["{packages,services}/*/{src,data}/**/*.{lua,sql,tsv,mjs,dictionary}"];

/**
 * Bundles the programs of a clone, and copies them to a folder with all that they need to run: the files that they read, and
 * the few packages that are no part of a bundle. Neither the sources nor other packages are needed there.
 *
 * @throws Error if a module is missing or cannot be parsed
 */
export async function copyPrograms(root: string, folder: string): Promise<void> {
  const { files, nativeFiles } = await bundlePrograms(root);
  const copy = async (path: string) =>
    await cp(join(root, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
  await copy("package.json");
  await copy(programsFolder);
  for await (const path of glob(filesBeside, { cwd: root, exclude: ["services/viewer/**"] })) {
    await copy(path);
  }
  for (const path of files) await copy(path);
  for (const path of await withDependencies(root, [...nativeFiles].map(storedPackageOf))) {
    await copy(path);
  }
}

/** Returns the folder in pnpm's store that has a file: `node_modules/.pnpm/NAME@VERSION`. */
function storedPackageOf(path: string): string {
  const [folder] = /^node_modules\/\.pnpm\/[^/]+/.exec(path) ?? [];
  if (folder === undefined) throw new Error(`${path} is no file of an installed package`);
  return folder;
}

/** Adds the packages that packages depend on: links beside them in the store lead to their folders. */
async function withDependencies(root: string, packages: readonly string[]): Promise<Set<string>> {
  const all = new Set(packages);
  for (const one of all) {
    const names = await readdir(join(root, one, "node_modules"), { recursive: true });
    for (const name of names) {
      const path = join(one, "node_modules", name);
      if (!(await lstat(join(root, path))).isSymbolicLink()) continue;
      all.add(storedPackageOf(join(dirname(path), await readlink(join(root, path)))));
    }
  }
  return all;
}
