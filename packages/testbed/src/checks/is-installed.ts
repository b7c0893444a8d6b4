import { spawnSync } from "node:child_process";

/** Returns whether a program that knows `--version` is on the PATH. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}
