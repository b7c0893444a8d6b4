import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";

/**
 * Returns what distinguishes a process from a later one with the same id: its start time in the
 * kernel's ticks since boot. Returns null when no such process runs; a zombie does not run.
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

/** Returns the command line of a process, arguments separated by spaces, or null when unknown. */
export function commandLineOf(pid: number): string | null {
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

/** Returns true for a zombie, too. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
