import process from "node:process";
import { LaunchError } from "../launch-error.ts";
import { lastLine, runCommand } from "../processes/run-command.ts";

/** A system user and its group. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Users of the processes that root starts: a server cannot read what another one or a service stores. */
export type UserName = "postgres" | "redis" | "jetwire";

/**
 * Returns the system user that runs a process: for root the user of this name, created when missing;
 * for others undefined, which means the same user.
 *
 * @throws LaunchError when root cannot create the user.
 */
export async function systemUser(name: UserName): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const present = await findUser(name);
  if (present !== null) return present;
  const noHome = ["--system", "--user-group", "--no-create-home"];
  const made = await runCommand("useradd", [...noHome, "--shell", "/bin/false", name], {
    timeoutMs: 30_000,
  });
  const owner = await findUser(name);
  if (owner !== null) return owner;
  throw new LaunchError(
    `nothing that serves the network runs as root, and the system user ${name} could not be created (${lastLine(made.stderr)}): start as another user`,
  );
}

/** Returns whether a user can reach a path through all its parent folders, and read it. */
export async function canRead(owner: Owner, path: string): Promise<boolean> {
  return await passes(owner, "-r", path);
}

/** Returns whether a user can enter a folder, or run a file, through all its parent folders. */
export async function canReach(owner: Owner, path: string): Promise<boolean> {
  return await passes(owner, "-x", path);
}

async function passes(owner: Owner, test: "-r" | "-x", path: string): Promise<boolean> {
  const { code } = await runCommand("/bin/sh", ["-c", 'test "$1" "$2"', "sh", test, path], {
    owner,
    cwd: "/",
    timeoutMs: 10_000,
  });
  return code === 0;
}

async function findUser(name: string): Promise<Owner | null> {
  const [uid, gid] = await Promise.all([id("-u", name), id("-g", name)]);
  return uid === null || gid === null ? null : { uid, gid };
}

async function id(which: string, name: string): Promise<number | null> {
  const { code, stdout } = await runCommand("id", [which, name], { timeoutMs: 10_000 });
  return code === 0 ? Number.parseInt(stdout, 10) : null;
}
