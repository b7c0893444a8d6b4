import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { sharedHome } from "./postgres-binaries.ts";
import { canReach, type Owner } from "./postgres-owner.ts";

/**
 * Returns the folder of a cluster: the data folder itself, or, when the system user that runs
 * Postgres cannot enter it, one under `/var/lib/jetwire` to which `DIR/home` links.
 *
 * @throws when that link is broken: the data was moved or deleted.
 */
export async function postgresHome(dir: string, owner: Owner | undefined): Promise<string> {
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  const link = join(dir, "home");
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    return realpathSync(link);
  }
  if (owner === undefined || (await canEnter(owner, dir))) return realpathSync(dir);
  mkdirSync(sharedHome, { recursive: true, mode: 0o755 });
  const home = mkdtempSync(join(sharedHome, "data-"));
  chmodSync(home, 0o711);
  symlinkSync(home, link);
  return home;
}

/** Opens the folder itself to the user if necessary; folders above it are never changed. */
async function canEnter(owner: Owner, dir: string): Promise<boolean> {
  if (await canReach(owner, dir)) return true;
  if (!(await canReach(owner, dirname(dir)))) return false;
  chmodSync(dir, 0o711);
  return canReach(owner, dir);
}
