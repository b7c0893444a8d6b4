import * as db from "@jetwire/db";
import { migrate } from "@jetwire/db";
import { loadScript } from "./load-script.ts";
import { fileEndings, type Manifest } from "./manifest.ts";
import { type SecretFiles, unsealSecrets } from "./secrets.ts";
import type { Store } from "./stores/store.ts";
import { openScript } from "./verify-stored.ts";

/** How to restore a back-up. */
export interface Restoring {
  /** The database that is restored, as a role that may create databases. */
  readonly databaseUrl: string;
  readonly key: string;
  readonly signal: AbortSignal;
  /** Whether a database with tables is replaced. */
  readonly replace: boolean;
  readonly onBytes: (bytes: number) => void;
}

/** A database of a server that is always there, from which others are renamed. */
const maintenance = "postgres";

/**
 * Restores a back-up. It is loaded into a database beside (`jetwire_restoring`), compared with the manifest, migrated to this
 * version, and then gets the name. So an interruption leaves the present database as it was, and a repetition begins anew.
 *
 * @returns the name that the former database has now; null if it had no tables
 * @throws Error if the database has tables and is not to be replaced, or anything differs
 */
export async function restoreBackup(
  store: Store,
  backup: Manifest,
  { databaseUrl, key, signal, replace, onBytes }: Restoring,
): Promise<{ readonly former: string | null }> {
  const name = db.backups.databaseNameOf(databaseUrl);
  const server = db.backups.siblingUrl(databaseUrl, maintenance);
  const present = await db.backups.stateOfDatabase(server, name);
  if (present === "used" && !replace) {
    throw new Error(`the database ${name} has tables`);
  }
  const beside = `${name}_restoring`;
  const besideUrl = db.backups.siblingUrl(databaseUrl, beside);
  await db.backups.dropDatabase(server, beside);
  await db.backups.createDatabase(server, beside);
  await loadScript(besideUrl, backup, openScript(store, backup, { key, signal, onBytes }));
  await migrate(besideUrl);
  signal.throwIfAborted();
  const former = present === "used" ? formerName(name, Date.now()) : null;
  if (present === "empty") await db.backups.dropDatabase(server, name);
  await db.backups.renameDatabases(server, [
    ...(former === null ? [] : [[name, former] as const]),
    [beside, name],
  ]);
  return { former };
}

/** Opens the secrets of a back-up; null if it has none. */
export async function restoreSecrets(
  store: Store,
  { name, secrets }: Manifest,
  key: string,
): Promise<SecretFiles | null> {
  if (secrets === null) return null;
  return await unsealSecrets(store.read(`${name}${fileEndings.secrets}`), key);
}

function formerName(name: string, nowMs: number): string {
  return `${name}_before_${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}`;
}
