import { createHash } from "node:crypto";
import { chownSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeFolder, sharedHome } from "./data-home.ts";
import { systemUser } from "./system-user.ts";

/** A longer path of a socket is refused by some systems; the name in the folder needs the rest. */
const pathBytesMax = 80;

type Server = "redis" | "postgres";

/** A folder for the socket of each server; null if its path is too long for one. Disposal removes them. */
export type SocketFolders = Readonly<Record<Server, string | null>> & Disposable;

/**
 * Makes the folders for sockets, which every user may enter and only the user of the server may write: in the data
 * folder, or, when that user is another one than that of this process, under `/var/lib/jetwire`.
 */
export async function openSocketFolders(dataDir: string): Promise<SocketFolders> {
  const [redis, postgres] = [
    await makeSocketFolder(dataDir, "redis"),
    await makeSocketFolder(dataDir, "postgres"),
  ];
  return {
    redis,
    postgres,
    [Symbol.dispose]() {
      for (const folder of [redis, postgres]) {
        if (folder !== null) rmSync(dirname(folder), { recursive: true, force: true });
      }
    },
  };
}

async function makeSocketFolder(dataDir: string, name: Server): Promise<string | null> {
  const owner = await systemUser(name);
  const hash = createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 12);
  const parent =
    owner === undefined ? join(resolve(dataDir), "sockets") : join(sharedHome, `sockets-${hash}`);
  const folder = join(parent, name);
  if (Buffer.byteLength(folder) > pathBytesMax) return null;
  if (owner !== undefined) makeFolder(sharedHome, 0o755);
  makeFolder(parent, 0o711);
  makeFolder(folder, 0o711);
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  return folder;
}
