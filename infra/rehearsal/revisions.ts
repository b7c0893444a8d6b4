import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";

/** A revision of the sources, and its name for a reader: `v0.2.0 (1a2b3c4d)`. */
export interface Revision {
  readonly commit: string;
  readonly name: string;
}

/**
 * Finds the revision that an upgrade begins with: the given one, or the newest release that the head follows.
 *
 * @returns null if there is no release before the head, and none was asked for
 * @throws Error that says why there is none
 */
export function findRevision(repository: string, wish: string | undefined): Revision | null {
  refuseOther(repository);
  const name = wish ?? newestRelease(repository);
  if (name === null) return null;
  const isOption = name.startsWith("-");
  const verify = ["rev-parse", "--verify", "--quiet", `${name}^{commit}`];
  const commit = isOption ? null : tryGit(repository, ...verify);
  if (commit === null) {
    throw new Error(`--from: there is no revision ${name} here. Try: git fetch --tags`);
  }
  const short = commit.slice(0, 8);
  return { commit, name: /^[0-9a-f]{7,40}$/.test(name) ? short : `${name} (${short})` };
}

/** Names the sources that are built as the head, also if they were changed since the last commit. */
export function nameHead(repository: string): string {
  refuseOther(repository);
  return git(
    repository,
    "describe",
    "--always",
    "--abbrev=8",
    "--dirty= with changes",
    "--exclude=*",
  );
}

/** Writes the files of a revision into a folder, which it empties before. */
export function extract(repository: string, { commit }: Revision, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = `${folder}.tar`;
  git(repository, "archive", "--format=tar", `--output=${archive}`, commit);
  run(folder, "tar", "-xf", archive);
  rmSync(archive);
}

/** Returns the newest tag by its version, but not that of the head itself; null if there is none. */
function newestRelease(repository: string): string | null {
  const order = ["-c", "versionsort.suffix=-", "tag", "--sort=-version:refname"];
  const which = ["--merged=HEAD", "--no-contains=HEAD", "--list", "v[0-9]*"];
  const [newest = ""] = git(repository, ...order, ...which).split("\n");
  return newest === "" ? null : newest;
}

/** Refuses a folder that is not the top of a checkout, even if one surrounds it. */
function refuseOther(repository: string): void {
  if (tryGit(repository, "rev-parse", "--show-prefix", "HEAD")?.startsWith("\n") === true) return;
  throw new Error(`${repository} is not a git checkout with a commit, so it has no revisions`);
}

function git(repository: string, ...args: readonly string[]): string {
  return run(repository, "git", ...args).trim();
}

function tryGit(repository: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync("git", args, { cwd: repository, encoding: "utf8" });
  return status === 0 ? stdout.trimEnd() : null;
}

function run(cwd: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")}: ${stderr.trim()}`);
}
