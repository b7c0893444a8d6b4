import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { checkCount, type Store } from "./store.ts";

const draftEnding = ".draft";
/** Longer than any back-up takes: what is left of a killed process is older. */
const draftMsMax = 2 * 86_400_000;

/** Opens a folder as a store; the first write makes it. Files are readable by its owner only. */
export function openFolderStore(folder: string): Store {
  return {
    address: folder,
    async list() {
      const found = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      checkCount(found.length, folder);
      const files = [];
      for (const name of found) {
        const about = await stat(join(folder, name)).catch(() => null);
        if (about?.isFile() !== true) continue;
        if (!name.endsWith(draftEnding)) {
          files.push({ name, bytes: about.size, changedAtMs: about.mtimeMs });
        } else if (Date.now() - about.mtimeMs > draftMsMax) {
          await rm(join(folder, name), { force: true });
        }
      }
      return files;
    },
    async write(name, source) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `${name}.${randomBytes(4).toString("hex")}${draftEnding}`);
      try {
        await using file = await open(draft, "wx", 0o600);
        for await (const chunk of source) await file.writeFile(chunk);
        await file.sync();
        await rename(draft, join(folder, name));
        await syncFolder(folder);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw error;
      }
    },
    read: (name) => createReadStream(join(folder, name), { highWaterMark: 1 << 20 }),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
