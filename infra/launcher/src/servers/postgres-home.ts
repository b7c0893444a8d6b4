import { chmodSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { sharedHome } from "./postgres-binaries.ts";
import { canReach, type Owner } from "./postgres-owner.ts";

/**
 * The folder in which a cluster lives: the data folder itself, or, when root's data folder is
 * closed to the system user that runs Postgres, one beside it that `DIR/home` links to.
 *
 * @throws when that link points to nothing any more: the data is not where it was left.
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

/** The folder is Postgres's own, so it may be opened; what lies above it is not ours to change. */
async function canEnter(owner: Owner, dir: string): Promise<boolean> {
  if (await canReach(owner, dir)) return true;
  if (!(await canReach(owner, dirname(dir)))) return false;
  chmodSync(dir, 0o711);
  return canReach(owner, dir);
}
