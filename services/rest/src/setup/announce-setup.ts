import * as db from "@jetwire/db";
import { type Logger, retryUntil } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";
import type { SetupCodes } from "./setup-code.ts";

/**
 * Writes the code of the first operator into the log while nobody may operate the service. Waits for Postgres.
 *
 * @param page the address of the page that asks for it
 */
export async function announceSetup(
  {
    write,
    codes,
    page,
  }: { readonly write: Read; readonly codes: SetupCodes; readonly page: string },
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const attempt = async () => ({ salt: await write(db.setup.readSalt) });
  const task = "read whether somebody operates the service";
  const read = await retryUntil(attempt, { task, signal, log }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  if (read === null || read.salt === null) return;
  const text = "nobody operates this service yet: open the page, and enter the code";
  log.warn({ page, code: codes.of(read.salt) }, text);
}
