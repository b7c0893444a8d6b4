import { randomBytes } from "node:crypto";
import * as db from "@jetwire/db";
import { oneChunk, writeManifest } from "./catalog.ts";
import {
  backupFormat,
  backupName,
  fileEndings,
  type Manifest,
  type VerifyMode,
} from "./manifest.ts";
import { compressed, counted, type Passed, until } from "./script/pipeline.ts";
import { writeScript } from "./script/write-script.ts";
import { makeRecoveryKey, seal } from "./seal.ts";
import type { Store } from "./stores/store.ts";
import { verifyStored } from "./verify-stored.ts";

/** The parts of a back-up, and how it is verified. */
export interface BackupInput {
  /** The database, as a role that reads all tables, and may create databases if rows are verified. */
  readonly databaseUrl: string;
  /** Reads the sealed secrets; null if there are none. */
  readonly sealedSecrets: () => Promise<Uint8Array | null>;
  readonly recipient: string;
  readonly verify: VerifyMode;
  /** The bytes that the disk of Postgres has free; null if that is not known. */
  readonly freeBytes: () => Promise<number | null>;
}

/** The steps of a back-up, for a progress display. */
interface BackupProgress {
  step(name: "copying" | "counting rows" | "verifying"): void;
  bytes(done: number, total: number | null): void;
}

/** How to take a back-up. */
export interface BackupRun {
  readonly now: () => number;
  /** Ends it; then nothing of it counts. */
  readonly signal: AbortSignal;
  readonly progress?: BackupProgress;
}

/** A copy needs about as much room as the database; a part of the disk stays free. */
const freeShareMin = 1.1;

/**
 * Copies the database and the secrets into a store, reads back what was stored, and restores it into a scratch database. The
 * manifest is written at the end, so that what is interrupted or differs does not count.
 *
 * @throws Error if it could not be taken or differs
 */
export async function takeBackup(
  store: Store,
  sources: BackupInput,
  { now, signal, progress }: BackupRun,
): Promise<Manifest> {
  const name = backupName(now(), randomBytes(2).toString("hex"));
  const takenAt = new Date(now()).toISOString();
  // Known to this process alone, and forgotten with it: it opens this back-up to verify it.
  const own = await makeRecoveryKey();
  const recipients = [sources.recipient, own.recipient];
  await using stack = new AsyncDisposableStack();
  stack.use(await db.backups.lockBackups(sources.databaseUrl));
  await using snapshot = await db.backups.openSnapshot(sources.databaseUrl);
  try {
    progress?.step("copying");
    const database = await storeFile(store, `${name}${fileEndings.database}`, {
      source: seal(compressed(until(writeScript(snapshot), signal)), recipients),
      onBytes: (bytes) => progress?.bytes(bytes, null),
    });
    const sealed = await sources.sealedSecrets();
    const secrets =
      sealed &&
      (await storeFile(store, `${name}${fileEndings.secrets}`, { source: oneChunk(sealed) }));
    progress?.step("counting rows");
    const tables: Manifest["tables"] = {};
    for (const table of snapshot.tables) {
      signal.throwIfAborted();
      tables[table.name] = await snapshot.digest(table);
    }
    const { migration, server, foreign } = snapshot;
    await snapshot[Symbol.asyncDispose]();
    const taken = { name, migration, database, secrets, tables };
    progress?.step("verifying");
    const how = await chooseVerification(sources, migration);
    await verifyStored(store, taken, {
      mode: how.mode,
      key: own.key,
      databaseUrl: sources.databaseUrl,
      signal,
      onBytes: (bytes) => progress?.bytes(bytes, database.bytes),
    });
    const manifest: Manifest = {
      format: backupFormat,
      ...taken,
      takenAt,
      finishedAt: new Date(now()).toISOString(),
      server,
      foreign: [...foreign],
      recipient: sources.recipient,
      verified: how.mode,
      verifiedLess: how.reason,
    };
    signal.throwIfAborted();
    await writeManifest(store, manifest);
    return manifest;
  } catch (error) {
    await removeQuietly(store, name);
    signal.throwIfAborted();
    throw error;
  }
}

async function storeFile(
  store: Store,
  file: string,
  { source, onBytes }: { source: AsyncIterable<Uint8Array>; onBytes?: (bytes: number) => void },
): Promise<Passed> {
  const passed = { bytes: 0, sha256: "" };
  await store.write(file, counted(source, passed, onBytes));
  return passed;
}

/**
 * Decides how a back-up is verified. Rows are restored only if this version can make their tables, which it cannot after a
 * return from an upgrade that had migrated the database, and if the disk has room for a second copy.
 */
async function chooseVerification(
  { verify, databaseUrl, freeBytes }: BackupInput,
  migration: string,
): Promise<{ mode: VerifyMode; reason: string | null }> {
  if (verify === "rows" && !db.backups.hasMigration(migration)) {
    const reason = `a newer version has migrated the database to ${migration}, and this version cannot make its tables`;
    return { mode: "read", reason };
  }
  const free = verify === "rows" ? await freeBytes() : null;
  if (free === null) return { mode: verify, reason: null };
  const needed = Math.ceil((await db.backups.sizeOf(databaseUrl)) * freeShareMin);
  if (free >= needed) return { mode: verify, reason: null };
  const [has, needs] = [free, needed].map((bytes) => Math.round(bytes / 1_048_576));
  const reason = `a copy needs ${needs} MB on the disk of Postgres, which has ${has} MB free`;
  return { mode: "read", reason };
}

/** Leaves what cannot be removed to a later run. */
async function removeQuietly(store: Store, name: string): Promise<void> {
  for (const ending of Object.values(fileEndings)) {
    await store.remove(`${name}${ending}`).catch(() => {});
  }
}
