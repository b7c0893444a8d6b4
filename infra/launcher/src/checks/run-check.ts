import { join } from "node:path";
import process from "node:process";
import { spawn } from "node:child_process";
import type { Check } from "./check-list.ts";

/** How a check ended. */
export interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
  /** Why it did not pass, when it wasn't its own exit code. */
  readonly reason: string | null;
}

/** Runs a check with its output on our own streams; one that takes too long is ended. */
export async function runCheck(root: string, check: Check): Promise<Outcome> {
  const began = performance.now();
  const pnpm = join(root, ".tools", "pnpm", "node_modules", ".bin", "pnpm");
  const child = spawn(pnpm, check.args, { cwd: root, stdio: "inherit", detached: true });
  const passOn = () => endGroup(child.pid, "SIGTERM");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, passOn);
  let late = false;
  const deadline = setTimeout(() => {
    late = true;
    endGroup(child.pid, "SIGKILL");
  }, check.minutesMax * 60_000);
  const end = await new Promise<string | number>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(code ?? String(signal)));
  });
  clearTimeout(deadline);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, passOn);
  const reason = late ? `took longer than ${check.minutesMax} min` : `ended with ${end}`;
  const passed = end === 0;
  const seconds = (performance.now() - began) / 1000;
  return { name: check.name, passed, seconds, reason: passed ? null : reason };
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself meanwhile.
  }
}
