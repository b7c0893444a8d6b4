import process from "node:process";
import { LaunchError } from "../launch-error.ts";
import { lastLine, runCommand } from "../processes/run-command.ts";

/** A system user and its group. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const userName = "postgres";

/**
 * Returns the system user that runs Postgres, which refuses to run as root: for root the user
 * `postgres`, created when missing; for others undefined, which means the same user.
 *
 * @throws LaunchError when root cannot create the user.
 */
export async function postgresOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const present = await systemUser(userName);
  if (present !== null) return present;
  const noHome = ["--system", "--user-group", "--no-create-home"];
  const made = await runCommand("useradd", [...noHome, "--shell", "/bin/false", userName], {
    timeoutMs: 30_000,
  });
  const owner = await systemUser(userName);
  if (owner !== null) return owner;
  throw new LaunchError(
    `Postgres does not run as root, and the system user ${userName} could not be created (${lastLine(made.stderr)}): start as another user, or set DATABASE_URL to use another server`,
  );
}

/** Returns whether a user can reach a path through all its parent folders. */
export async function canReach(owner: Owner, path: string): Promise<boolean> {
  const { code } = await runCommand("/bin/sh", ["-c", 'test -x "$1"', "sh", path], {
    owner,
    cwd: "/",
    timeoutMs: 10_000,
  });
  return code === 0;
}

async function systemUser(name: string): Promise<Owner | null> {
  const [uid, gid] = await Promise.all([id("-u", name), id("-g", name)]);
  return uid === null || gid === null ? null : { uid, gid };
}

async function id(which: string, name: string): Promise<number | null> {
  const { code, stdout } = await runCommand("id", [which, name], { timeoutMs: 10_000 });
  return code === 0 ? Number.parseInt(stdout, 10) : null;
}
