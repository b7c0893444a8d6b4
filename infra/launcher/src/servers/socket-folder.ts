import { createHash } from "node:crypto";
import { chownSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeFolder, sharedHome } from "./data-home.ts";
import { systemUser } from "./system-user.ts";

/** A longer path of a socket is refused by some systems; the name in the folder needs the rest. */
const pathBytesMax = 80;

/**
 * Returns a folder for the socket of a server, which every user may enter and its own user alone may write: in the data
 * folder, or, when that user is another one than that of this process, under `/var/lib/jetwire`.
 *
 * @returns null if its path is too long for a socket
 */
export async function socketFolder(
  dataDir: string,
  name: "redis" | "postgres",
): Promise<string | null> {
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
