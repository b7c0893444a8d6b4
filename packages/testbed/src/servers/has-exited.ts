import type { ChildProcess } from "node:child_process";

/** Returns whether a process has exited, by itself or by a signal. */
export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
