import { type KeySeal, KeySealError, sealStoredKeys, type SigningKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { type Logger, retryUntil } from "@jetwire/runtime";
import type { Read } from "../database-reader.ts";

/**
 * Encrypts signing keys that are stored in clear or encrypted with the previous secret. Waits for
 * Postgres.
 *
 * @param write writes to the primary
 * @throws KeySealError if a key was encrypted with an unknown secret
 */
export async function sealSigningKeys(
  write: Read,
  seal: KeySeal,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const stored = {
    listAll: () => write(db.signingKeys.listAll),
    replacePrivate: (after: SigningKey, before: SigningKey) =>
      write((sql) => db.signingKeys.replacePrivateKey(sql, after, before)),
  };
  const task = "encrypt the signing keys";
  const attempt = async () => await sealStoredKeys(stored, seal).catch(unlessRefused);
  const result = await retryUntil(attempt, { task, signal, log }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return [];
  });
  if (result instanceof KeySealError) throw result;
  if (result.length > 0) log.info({ kids: result }, "signing keys are encrypted now");
}

/** Returns the error that another attempt would meet again. */
function unlessRefused(error: unknown): KeySealError {
  if (error instanceof KeySealError) return error;
  throw error;
}
