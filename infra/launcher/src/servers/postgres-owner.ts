import process from "node:process";
import { LaunchError } from "../launch-error.ts";
import { lastLine, runCommand } from "../run-command.ts";

/** A system user and its group. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const userName = "postgres";

/**
 * As whom Postgres runs. It refuses root, so root lends it to the system user `postgres`, which is
 * made when the system has none; everybody else runs it as themselves (undefined).
 *
 * @throws LaunchError when root can't make the user.
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
    `Postgres does not run as root and the system user ${userName} could not be made (${lastLine(made.stderr)}): start as a normal user, or set DATABASE_URL to a server of your own`,
  );
}

/** Whether a user can get at a path: every folder on the way is open to them. */
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
