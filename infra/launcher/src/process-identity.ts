import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";

/**
 * What tells a process from another one that got the same id later: when it started, in the
 * kernel's ticks since boot. Null when there is no such process, or when it has ended and nobody
 * has asked for its exit code yet.
 */
export function processIdentity(pid: number): string | null {
  if (!isAlive(pid)) return null;
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const ended = fields[0] === "Z" || fields[0] === "X";
    return ended ? null : `started ${fields[19]}`;
  } catch {
    return "alive";
  }
}

/** The command line of a process, arguments separated by spaces; null when it can't be told. */
export function commandLine(pid: number): string | null {
  if (!isAlive(pid)) return null;
  try {
    if (process.platform === "linux") {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    }
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}

/** True of a process that has ended but was not waited for, too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
