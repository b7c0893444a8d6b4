import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";

/** Runs a program of the rehearsal to its end, and returns its status and what it printed. */
export function runToEnd(name: string, args: readonly string[], path = process.env["PATH"]) {
  const program = join(import.meta.dirname, "..", name);
  const options = { encoding: "utf8", env: { PATH: path } } as const;
  return spawnSync(process.execPath, [program, ...args], options);
}
