import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { LaunchError } from "./launch-error.ts";
import { takePidLock } from "./pid-lock.ts";
import { removeReady } from "./ready-file.ts";

/** A data folder that belongs to this launcher until it is disposed of. */
export interface DataDir extends Disposable {
  readonly logDir: string;
  /** The run before this one did not come to stop in order. */
  readonly unclean: boolean;
}

/**
 * Makes the folder and takes it for this process; `ready.json` is gone from here on until the new
 * one is written, and again at the end.
 *
 * @throws LaunchError when another launcher has it.
 */
export function openDataDir(path: string): DataDir {
  const logDir = join(path, "logs");
  mkdirSync(logDir, { recursive: true });
  const lockPath = join(path, "launcher.lock");
  const unclean = existsSync(lockPath);
  const result = takePidLock(lockPath);
  if (!result.held) {
    throw new LaunchError(
      `${path} is in use by process ${result.pid}: stop it, or choose another folder with --data DIR`,
    );
  }
  removeReady(path);
  return {
    logDir,
    unclean,
    [Symbol.dispose]() {
      removeReady(path);
      result.lock[Symbol.dispose]();
    },
  };
}
