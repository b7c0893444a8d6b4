import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { LaunchError } from "./launch-error.ts";
import { acquirePidLock } from "./processes/pid-lock.ts";
import { readyPath } from "./ready-file.ts";
import { makeFolder } from "./servers/data-home.ts";

/** A data folder that belongs to this launcher until it is disposed of. */
export interface DataDir extends Disposable {
  readonly logDir: string;
  /** The previous launcher of this folder did not stop cleanly. */
  readonly unclean: boolean;
}

/**
 * Creates the data folder, which only its user can list, locks it for this process, and removes a `ready.json` left behind.
 *
 * @throws LaunchError when another launcher uses it.
 */
export function openDataDir(path: string): DataDir {
  const logDir = join(path, "logs");
  // As root, the system users of the servers must be able to pass through.
  makeFolder(path, 0o700);
  chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700);
  makeFolder(logDir, 0o700);
  chmodSync(logDir, 0o700);
  const lockPath = join(path, "launcher.lock");
  const unclean = existsSync(lockPath);
  const result = acquirePidLock(lockPath);
  if (result.status === "in-use") {
    throw new LaunchError(
      `process ${result.pid} uses ${path}: stop it, or choose another folder with --data DIR`,
    );
  }
  const removeReadyFile = () => rmSync(readyPath(path), { force: true });
  removeReadyFile();
  return {
    logDir,
    unclean,
    [Symbol.dispose]() {
      removeReadyFile();
      result.lock[Symbol.dispose]();
    },
  };
}
