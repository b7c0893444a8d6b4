import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { LaunchError } from "../launch-error.ts";
import { lastLine, runCommand } from "../processes/run-command.ts";
import { canReach, type Owner } from "./system-user.ts";

/** Root's folder for files that system users must be able to reach. */
export const sharedHome = "/var/lib/jetwire";

const linkName = "home";
const chownMsMax = 300_000;

/**
 * Returns a folder that only its owner can enter, with everything in it: the folder itself, or, when
 * the system user cannot enter the folders above it, one under `/var/lib/jetwire` to which `DIR/home`
 * links. What an earlier start, as another user, left there is moved along and changes hands.
 *
 * @param owner undefined for the user of this process
 * @throws when that link is broken: the data was moved or deleted.
 */
export async function dataHome(dir: string, owner: Owner | undefined): Promise<string> {
  makeFolder(dir, 0o700);
  const link = join(dir, linkName);
  const isLinked = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (owner === undefined) {
    const home = realpathSync(isLinked ? link : dir);
    chmodSync(home, 0o700);
    return home;
  }
  const home = isLinked ? realpathSync(link) : await homeOf(owner, dir);
  await giveTo(owner, home);
  return home;
}

/** Creates a folder unless it exists; the process's umask does not apply. */
export function makeFolder(path: string, mode: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
}

/** Returns the folder itself if its user can reach it; folders above it are never changed. */
async function homeOf(owner: Owner, dir: string): Promise<string> {
  if (await canReach(owner, dirname(dir))) return realpathSync(dir);
  makeFolder(sharedHome, 0o755);
  const home = mkdtempSync(join(sharedHome, "data-"));
  for (const name of readdirSync(dir)) {
    cpSync(join(dir, name), join(home, name), { recursive: true, preserveTimestamps: true });
    rmSync(join(dir, name), { recursive: true });
  }
  symlinkSync(home, join(dir, linkName));
  return home;
}

async function giveTo({ uid, gid }: Owner, home: string): Promise<void> {
  chmodSync(home, 0o700);
  if (statSync(home).uid === uid) return;
  const { code, stderr } = await runCommand("chown", ["-R", `${uid}:${gid}`, home], {
    timeoutMs: chownMsMax,
  });
  if (code !== 0) {
    throw new LaunchError(`${home} could not be given to user ${uid}: ${lastLine(stderr)}`);
  }
  chownSync(home, uid, gid);
}
