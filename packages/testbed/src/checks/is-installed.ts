import { spawnSync } from "node:child_process";

/**
 * Returns whether a program is on the PATH.
 *
 * @param question the argument at which it prints its version and ends
 */
export function isInstalled(program: string, question = "--version"): boolean {
  return spawnSync(program, [question], { stdio: "ignore" }).status === 0;
}
