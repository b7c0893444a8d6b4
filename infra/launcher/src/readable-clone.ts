import { createHash } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { bundleOf, sourceOf } from "./programs.ts";
import { LaunchError } from "./launch-error.ts";
import { lastLine, runCommand } from "./processes/run-command.ts";
import { makeFolder, sharedHome } from "./servers/data-home.ts";
import { canRead, type Owner } from "./servers/system-user.ts";

/** The clone as the user of the services sees it. */
export interface ReadableClone {
  readonly root: string;
  /** The program of Node. */
  readonly node: string;
}

export interface CloneOptions {
  /** Names the copy: one launcher uses it at a time. */
  readonly dataDir: string;
  readonly dev: boolean;
  readonly print: (line: string) => void;
}

/** Parts of a clone that services need. */
const parts = ["package.json", "node_modules", "packages", "services", "infra"];
const copyMsMax = 300_000;

/**
 * Links files into the copy where possible, which takes no space, and copies them otherwise. Folders
 * are new, so that their modes can be set; a file that others may not read is copied.
 */
const copyScript = `set -e; umask 022; from=$1; to=$2; shift 2; mkdir -p "$to"
for part; do [ -e "$from/$part" ] || continue
  cp -al "$from/$part" "$to/" 2>/dev/null || { rm -rf "$to/$part"; cp -a "$from/$part" "$to/"; }
done
find "$to" -type d -exec chmod 755 {} +
find "$to" -type f ! -perm -444 -exec sh -c 'for file; do cp -p "$file" "$file.new"; chmod a+r "$file.new"; mv "$file.new" "$file"; done' sh {} +`;

/**
 * Returns a clone that a user can read: the clone itself, or, when it lies in a folder that the user
 * cannot enter (`/root`), a copy under `/var/lib/jetwire` that is made at each start.
 *
 * @param owner undefined for the user of this process
 * @throws LaunchError when it cannot be copied, or for `--dev`, which needs the sources themselves.
 */
export async function readableClone(
  clone: ReadableClone,
  owner: Owner | undefined,
  { dataDir, dev, print }: CloneOptions,
): Promise<ReadableClone> {
  if (owner === undefined || (await isReadable(clone, owner))) return clone;
  if (dev) {
    throw new LaunchError(
      `--dev needs a clone that the services' user can read, and it cannot enter ${clone.root}: move the clone out of root's folder, or start as another user`,
    );
  }
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const copy = join(sharedHome, `clone-${name}`);
  print(`the services' user cannot read ${clone.root}: copying it to ${copy}`);
  makeFolder(sharedHome, 0o755);
  rmSync(`${copy}.new`, { recursive: true, force: true });
  const args = ["-c", copyScript, "sh", clone.root, `${copy}.new`, ...parts];
  const { code, stderr } = await runCommand("/bin/sh", args, { timeoutMs: copyMsMax });
  if (code !== 0) {
    throw new LaunchError(
      `${clone.root} could not be copied to ${copy} (${lastLine(stderr)}): move the clone to a folder that every user can enter, or start as another user`,
    );
  }
  rmSync(copy, { recursive: true, force: true });
  renameSync(`${copy}.new`, copy);
  return { root: copy, node: join(copy, relative(clone.root, clone.node)) };
}

async function isReadable({ root, node }: ReadableClone, owner: Owner): Promise<boolean> {
  const needed = [
    node,
    sourceOf(root, "rest"),
    bundleOf(root, "rest"),
    join(root, "services", "viewer", "dist", "index.html"),
    join(root, "packages", "docs-site", "dist", "index.html"),
  ].filter((path) => existsSync(path));
  const readable = await Promise.all(needed.map((path) => canRead(owner, path)));
  return readable.every(Boolean);
}
