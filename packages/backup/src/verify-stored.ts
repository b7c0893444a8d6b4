import * as db from "@jetwire/db";
import { loadScript } from "./load-script.ts";
import { fileEndings, type Manifest, type VerifyMode } from "./manifest.ts";
import { readScript } from "./script/read-script.ts";
import { counted, decompressed, until } from "./script/pipeline.ts";
import { unseal } from "./seal.ts";
import type { Store } from "./stores/store.ts";

/** The members of a manifest by which a back-up is verified. */
export type StoredBackup = Pick<Manifest, "name" | "migration" | "database" | "secrets" | "tables">;

/** How to verify a back-up that is stored. */
export interface Verification {
  readonly mode: VerifyMode;
  /** Opens it. */
  readonly key: string;
  /** A database of the server on which a scratch database is made. */
  readonly databaseUrl: string;
  readonly signal: AbortSignal;
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Reads a back-up from the store, compares its files with their checksums, and either restores its rows into a scratch
 * database and compares them (`rows`), or reads the script to its end (`read`).
 *
 * @throws Error that says what differs
 */
export async function verifyStored(
  store: Store,
  backup: StoredBackup,
  { mode, key, databaseUrl, signal, onBytes }: Verification,
): Promise<void> {
  if (mode === "off") return;
  const script = openScript(store, backup, { key, signal, onBytes });
  if (mode === "read") {
    for await (const _ of readScript(script)) signal.throwIfAborted();
    return;
  }
  await dropScratch(databaseUrl);
  const scratch = `${scratchPrefix(databaseUrl)}${backup.name.toLowerCase().replace("-", "_")}`;
  await db.backups.createDatabase(databaseUrl, scratch);
  try {
    await loadScript(db.backups.siblingUrl(databaseUrl, scratch), backup, script);
  } finally {
    await db.backups.dropDatabase(databaseUrl, scratch).catch(() => {});
  }
}

/** Opens the script of a stored back-up. At its end it is compared with the checksum. */
export async function* openScript(
  store: Store,
  { name, database }: Pick<Manifest, "name" | "database">,
  {
    key,
    signal,
    onBytes,
  }: { key: string; signal: AbortSignal; onBytes?: ((bytes: number) => void) | undefined },
): AsyncGenerator<Uint8Array> {
  const passed = { bytes: 0, sha256: "" };
  const file = `${name}${fileEndings.database}`;
  const stored = until(counted(store.read(file), passed, onBytes), signal);
  yield* decompressed(unseal(stored, key));
  if (passed.sha256 !== database.sha256) throw new Error(`${file} differs from its checksum`);
}

/** Reads the files of a back-up and compares them with their checksums. @returns what is wrong, or null */
export async function findDamage(
  store: Store,
  { name, database, secrets }: Pick<Manifest, "name" | "database" | "secrets">,
  signal: AbortSignal,
): Promise<string | null> {
  const files = [
    [fileEndings.database, database],
    [fileEndings.secrets, secrets],
  ] as const;
  for (const [ending, expected] of files) {
    if (expected === null) continue;
    const passed = { bytes: 0, sha256: "" };
    try {
      for await (const _ of until(counted(store.read(`${name}${ending}`), passed), signal));
    } catch (error) {
      signal.throwIfAborted();
      return `${name}${ending} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (passed.bytes !== expected.bytes || passed.sha256 !== expected.sha256) {
      return `${name}${ending} is damaged: it differs from its checksum`;
    }
  }
  return null;
}

function scratchPrefix(url: string): string {
  return `${db.backups.databaseNameOf(url)}_verify_`;
}

/** Drops scratch databases that a killed process has left. One that is in use stays. */
async function dropScratch(url: string): Promise<void> {
  for (const name of await db.backups.listOwnDatabases(url, scratchPrefix(url))) {
    await db.backups.dropDatabase(url, name).catch(() => {});
  }
}
