import { openBackupConnection } from "./snapshot.ts";

const backupLock = 5_917_004;

/** Somebody else takes or verifies a back-up. */
export class BackupBusyError extends Error {
  constructor() {
    super("another back-up is being taken or verified: wait until it has ended");
    this.name = "BackupBusyError";
  }
}

/**
 * Takes the lock of back-ups of a database, until it is disposed of. It belongs to a connection and ends with the process.
 *
 * @throws BackupBusyError if somebody else has it
 */
export async function lockBackups(url: string): Promise<AsyncDisposable> {
  const sql = await openBackupConnection(url);
  const [row] = await sql<{ got: boolean }[]>`select pg_try_advisory_lock(${backupLock}) as got`;
  if (row?.got === true) return { [Symbol.asyncDispose]: () => sql.end({ timeout: 1 }) };
  await sql.end({ timeout: 1 });
  throw new BackupBusyError();
}
