import { readdirSync, readFileSync } from "node:fs";
import { childrenOf, cpuSeconds } from "./process-cpu.ts";

/**
 * CPU seconds that a process has used, all its threads together, from the scheduler's nanoseconds
 * where the kernel tells them, else from the clock ticks of proc(5).
 */
export function cpuSecondsOf(pid: number): number {
  try {
    const nanoseconds = readdirSync(`/proc/${pid}/task`)
      .map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8"))
      .reduce((sum, text) => sum + Number(text.split(" ", 1)[0]), 0);
    if (nanoseconds > 0) return nanoseconds / 1e9;
  } catch {
    // A kernel without schedstat, or a thread that has ended meanwhile.
  }
  return cpuSeconds(pid);
}

export function totalCpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
}

/** Returns the resident memory of a process in bytes; 0 after it has ended. */
export function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/**
 * Returns the memory of a process and its children in bytes, shared pages divided among those who share them (PSS); 0
 * after it has ended.
 */
export function proportionalBytes(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + ownProportionalBytes(each), 0);
}

function ownProportionalBytes(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
