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
  /** Whether a database is replaced whose service somebody operates. */
  readonly replace: boolean;
  readonly onBytes: (bytes: number) => void;
}

/** A database that is not restored as it is now: somebody operates its service, or is connected to it. */
export class RestoreRefusedError extends Error {
  readonly reason: "used" | "connected";

  constructor(reason: RestoreRefusedError["reason"], message: string) {
    super(message);
    this.name = "RestoreRefusedError";
    this.reason = reason;
  }
}

/** A database of a server that is always there, from which others are renamed. */
const maintenance = "postgres";

/**
 * Restores a back-up. It is loaded into a database beside (`jetwire_restoring`), compared with the manifest, migrated to this
 * version, and then gets the name. So an interruption leaves the present database as it was, and a repetition begins anew.
 * Ids that the present database has given out are not given out again.
 *
 * @returns the name that the former database has now; null if it had no tables
 * @throws RestoreRefusedError, or Error if anything differs
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
    throw new RestoreRefusedError("used", `somebody operates the service of the database ${name}`);
  }
  const hasTables = present === "used" || present === "new";
  if (hasTables) await refuseConnected(server, name);
  const beside = `${name}_restoring`;
  const besideUrl = db.backups.siblingUrl(databaseUrl, beside);
  await db.backups.dropDatabase(server, beside);
  await db.backups.createDatabase(server, beside);
  await loadScript(besideUrl, backup, openScript(store, backup, { key, signal, onBytes }));
  await migrate(besideUrl);
  // Messages on their way, and copies in memory, have ids of the former database.
  if (hasTables) {
    await db.backups.raiseSequences(besideUrl, await db.backups.readSequences(databaseUrl));
  }
  signal.throwIfAborted();
  const former = hasTables ? formerName(name, Date.now()) : null;
  if (present === "empty") await db.backups.dropDatabase(server, name);
  await db.backups.renameDatabases(server, [
    ...(former === null ? [] : [[name, former] as const]),
    [beside, name],
  ]);
  return { former };
}

/** Refuses a database before the long work for which it could not be renamed afterwards. */
async function refuseConnected(server: string, name: string): Promise<void> {
  const programs = await db.backups.listConnected(server, name);
  if (programs.length > 0) {
    const message = `connected to the database ${name}: ${programs.join(", ")}`;
    throw new RestoreRefusedError("connected", message);
  }
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
