import * as db from "@jetwire/db";
import { grantExistingRoles, migrate } from "@jetwire/db";
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
  /**
   * Prepares the database that was loaded, before it is exchanged for the present one.
   *
   * @param url the address of the loaded database
   */
  readonly prepare?: ((url: string) => Promise<void>) | undefined;
  /** Ends what is connected to the present database. Default: it must not be connected from the beginning. */
  readonly disconnect?: (() => Promise<void>) | undefined;
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
  { databaseUrl, key, signal, replace, onBytes, prepare, disconnect }: Restoring,
): Promise<{ readonly former: string | null }> {
  const name = db.backups.databaseNameOf(databaseUrl);
  const server = db.backups.siblingUrl(databaseUrl, maintenance);
  const readPresent = async () => {
    const state = await db.backups.stateOfDatabase(server, name);
    if (state !== "used" || replace) return state;
    const message = `somebody operates the service of the database ${name}`;
    throw new RestoreRefusedError("used", message);
  };
  const before = await readPresent();
  if (disconnect === undefined && hasTables(before)) await refuseConnected(server, name);
  const beside = `${name}_restoring`;
  const besideUrl = db.backups.siblingUrl(databaseUrl, beside);
  await db.backups.dropDatabase(server, beside);
  await db.backups.createDatabase(server, beside);
  await loadScript(besideUrl, backup, openScript(store, backup, { key, signal, onBytes }));
  await migrate(besideUrl);
  await prepare?.(besideUrl);
  signal.throwIfAborted();
  await disconnect?.();
  // Somebody may have become the operator meanwhile.
  const present = await readPresent();
  // Messages on their way, and copies in memory, have ids of the former database.
  if (hasTables(present)) {
    await db.backups.raiseSequences(besideUrl, await db.backups.readSequences(databaseUrl));
  }
  const former = hasTables(present) ? formerName(name, Date.now()) : null;
  if (present === "empty") await db.backups.dropDatabase(server, name);
  await db.backups.renameDatabases(server, [
    ...(former === null ? [] : [[name, former] as const]),
    [beside, name],
  ]);
  await grantExistingRoles(databaseUrl);
  return { former };
}

function hasTables(state: Awaited<ReturnType<typeof db.backups.stateOfDatabase>>): boolean {
  return state === "used" || state === "new";
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
