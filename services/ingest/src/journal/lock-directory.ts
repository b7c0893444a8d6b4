import { join } from "node:path";
import { acquireFileLock, FileLockedError, retryUntil } from "@jetwire/runtime";

/** Another process has the journal. */
export class JournalInUseError extends Error {
  constructor(directory: string) {
    super(
      `another process uses the journal ${directory}: stop it, or give each replica an INGEST_JOURNAL_DIR of its own`,
    );
    this.name = "JournalInUseError";
  }
}

/**
 * Acquires the lock of a journal directory. Waits for an earlier process that is still closing it.
 *
 * @throws JournalInUseError after `msMax`, 10 s by default, or an error if the directory is not writable.
 */
export async function lockDirectory(directory: string, msMax = 10_000): Promise<Disposable> {
  const path = join(directory, "lock");
  const acquire = async () => {
    try {
      return acquireFileLock(path);
    } catch (error) {
      if (error instanceof FileLockedError) throw error;
      return new Error(`the journal's directory ${directory} is not writable`, { cause: error });
    }
  };
  const result = await retryUntil(acquire, { task: "lock the journal", msMax }).catch(() => {
    throw new JournalInUseError(directory);
  });
  if (result instanceof Error) throw result;
  return result;
}
