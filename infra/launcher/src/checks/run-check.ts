import { join } from "node:path";
import process from "node:process";
import { spawn } from "node:child_process";
import type { RepositoryCheck } from "./check-list.ts";

/** The result of a check. */
export interface RepositoryCheckResult {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  /** The cause of a failure, or null. */
  readonly reason: string | null;
}

/** Runs a check with its output on this process's streams, and kills it when it takes too long. */
export async function runCheck(
  root: string,
  check: RepositoryCheck,
): Promise<RepositoryCheckResult> {
  process.stdout.write(`\n── ${check.name}\n`);
  const startMs = performance.now();
  const pnpm = join(root, ".tools", "pnpm", "node_modules", ".bin", "pnpm");
  const child = spawn(pnpm, check.args, { cwd: root, stdio: "inherit", detached: true });
  const forward = () => endGroup(child.pid, "SIGTERM");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, forward);
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    endGroup(child.pid, "SIGKILL");
  }, check.minutesMax * 60_000);
  const end = await new Promise<string | number>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(code ?? String(signal)));
  });
  clearTimeout(deadline);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, forward);
  const reason = isLate ? `took longer than ${check.minutesMax} min` : `ended with ${end}`;
  const passed = end === 0;
  const seconds = (performance.now() - startMs) / 1000;
  return { name: check.name, passed, seconds, reason: passed ? null : reason };
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended.
  }
}
