import { DatabaseSync } from "node:sqlite";

/** Another process, or another part of this one, has the lock. */
export class FileLockedError extends Error {
  constructor(path: string) {
    super(`another process has the lock ${path}`);
    this.name = "FileLockedError";
  }
}

/** SQLite's code for a database that somebody else has locked. */
const busy = 5;

/**
 * Acquires an exclusive lock of the operating system on a file, which is created if it is missing.
 * The system releases it when the process ends, however it ends, so there are no stale locks. It also
 * excludes processes in other containers, which process ids could not: two of them may have the same
 * id. Node has no call for such locks; an exclusive transaction of SQLite has the same effect.
 *
 * @returns the lock, released by disposal. The file remains: deleting it would let two processes lock
 *   different files of the same name.
 * @throws FileLockedError, or SQLite's error if the file cannot be opened.
 */
export function acquireFileLock(path: string): Disposable {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // The file stays empty: nothing is written in the transaction.
    database.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === busy) {
      throw new FileLockedError(path);
    }
    throw error;
  }
  return { [Symbol.dispose]: () => database.close() };
}
