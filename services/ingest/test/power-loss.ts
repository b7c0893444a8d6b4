import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";

/** Notes what would survive if the power failed: what a sync has written to the disk, and nothing else. */
export interface Disk extends Disposable {
  /** Writes to an empty folder what would be left of another one. */
  surviving(directory: string, into: string): Promise<void>;
}

/**
 * Observes all syncs of this process. The content of a file survives as it was when its last sync began; its name
 * survives if its folder was synced after it was created or renamed.
 */
export async function watchDisk(probe: string): Promise<Disk> {
  const contents = new Map<number, Buffer>();
  const folders = new Map<string, ReadonlyMap<string, number>>();
  await using handle = await open(probe, "w");
  const handles = Object.getPrototypeOf(handle) as Pick<FileHandle, "datasync" | "sync">;

  const spies = (["datasync", "sync"] as const).map((name) => {
    const original = handles[name];
    return vi.spyOn(handles, name).mockImplementation(async function (this: FileHandle) {
      const path = readlinkSync(`/proc/self/fd/${this.fd}`);
      const { ino } = statSync(path);
      const isFolder = statSync(path).isDirectory();
      const [names, content] = isFolder ? [inodesIn(path), null] : [null, readFileSync(path)];
      await original.call(this);
      if (names !== null) folders.set(path, names);
      if (content !== null) contents.set(ino, content);
    });
  });

  return {
    async surviving(directory, into) {
      for (const [name, inode] of folders.get(directory) ?? []) {
        await writeFile(join(into, name), contents.get(inode) ?? Buffer.alloc(0));
      }
    },
    [Symbol.dispose]: () => spies.forEach((spy) => spy.mockRestore()),
  };
}

function inodesIn(folder: string): Map<string, number> {
  return new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino]));
}
