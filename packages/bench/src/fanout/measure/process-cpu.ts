import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/**
 * CPU seconds (user and system) that a process has used, by proc(5); with those of its children,
 * living and dead, when `withChildren` (Postgres works in children). 0 after it has ended.
 */
export function cpuSeconds(pid: number, withChildren = false): number {
  const own = readTicks(pid, withChildren);
  if (!withChildren) return own / ticksPerSecond;
  const children = childrenOf(pid).reduce((sum, child) => sum + readTicks(child, true), 0);
  return (own + children) / ticksPerSecond;
}

function fields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command's name stands in brackets and may hold spaces.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}

function readTicks(pid: number, withDeadChildren: boolean): number {
  const values = fields(pid);
  if (values === null) return 0;
  const [utime, stime, cutime, cstime] = values.slice(11, 15).map(Number);
  const own = (utime ?? 0) + (stime ?? 0);
  return withDeadChildren ? own + (cutime ?? 0) + (cstime ?? 0) : own;
}

/** Returns the ids of the living children of a process. */
export function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(fields(pid)?.[1]) === parent);
}
