import type { BackupState } from "@jetwire/db";
import { type Catalog, readCatalog, removeBackup } from "./catalog.ts";
import type { Manifest } from "./manifest.ts";
import { backupsToKeep, type Rotation } from "./rotation.ts";
import type { Store } from "./stores/store.ts";
import { type BackupRun, type BackupInput, takeBackup } from "./take-backup.ts";
import { findDamage } from "./verify-stored.ts";

/** Says when back-ups are taken, and how many are kept. */
export interface BackupSchedule {
  /** The hour of the day, UTC. */
  readonly hour: number;
  readonly rotation: Rotation;
}

/** The result of a run. */
export interface KeptBackups {
  readonly state: BackupState;
  readonly taken: readonly string[];
  readonly removed: readonly string[];
  readonly checked: number;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Longer than any back-up takes: another process may be writing it. */
const unfinishedMsMax = 2 * dayMs;
const checkEveryMs = 7 * dayMs;
/** The number of back-ups that a run reads, at most. */
const checksMax = 3;

/**
 * Does what is due: takes the back-up of the day, removes what the rotation does not keep and what was interrupted, and compares
 * files with their checksums: those that the store lists with another size or a later change at once, the others once a week.
 *
 * @param before the state that the last run returned; null if there is none
 * @throws Error if the store cannot be read or the back-up could not be taken; `stateAfterFailure` puts it into the state
 */
export async function keepBackups(
  store: Store,
  sources: BackupInput,
  { hour, rotation }: BackupSchedule,
  run: BackupRun & { readonly before: BackupState | null },
): Promise<KeptBackups> {
  const { before, now, signal } = run;
  let catalog = await readCatalog(store);
  const taken: string[] = [];
  if (isDue(catalog, hour, now())) {
    taken.push((await takeBackup(store, sources, run)).name);
    catalog = await readCatalog(store);
  }
  const checkedAt: Record<string, string> = { ...before?.checkedAt };
  // A back-up that was just verified has been read.
  for (const name of taken) checkedAt[name] = new Date(now()).toISOString();
  const damaged = new Map(before?.damaged.map(({ name, reason }) => [name, reason]));
  const removed = await removeOld(store, catalog, { rotation, damaged, nowMs: now() });
  const kept = catalog.backups.filter(({ name }) => !removed.includes(name));
  const readAt = ({ name, finishedAt }: Manifest) => checkedAt[name] ?? finishedAt;
  const suspects = kept.filter((backup) => {
    const stored = catalog.stored.get(backup.name);
    if (stored === undefined) return false;
    if (!stored.isComplete && !damaged.has(backup.name)) return true;
    return stored.changedAtMs > Date.parse(readAt(backup));
  });
  const unread = kept.filter((backup) => isUnread(readAt(backup), now())).toReversed();
  const toCheck = [...new Set([...suspects, ...unread])].slice(0, checksMax);
  for (const backup of toCheck) {
    const reason = await findDamage(store, backup, signal);
    checkedAt[backup.name] = new Date(now()).toISOString();
    if (reason === null) damaged.delete(backup.name);
    else damaged.set(backup.name, reason);
  }
  for (const { name, reason } of catalog.unreadable) damaged.set(name, reason);
  const names = new Set([...kept, ...catalog.unreadable].map(({ name }) => name));
  const [newest] = kept.filter(({ name }) => !damaged.has(name));
  const state: BackupState = {
    configured: true,
    store: store.address,
    since: before?.since ?? new Date(now()).toISOString(),
    newest: newest ? newestOf(newest) : null,
    count: kept.length,
    failedAt: null,
    problem: null,
    damaged: [...damaged]
      .filter(([name]) => names.has(name))
      .map(([name, reason]) => ({ name, reason })),
    checkedAt: Object.fromEntries(Object.entries(checkedAt).filter(([name]) => names.has(name))),
  };
  return { state, taken, removed, checked: toCheck.length };
}

/** Returns the state after a run that failed. */
export function stateAfterFailure(
  before: BackupState | null,
  store: string,
  problem: string,
  nowMs: number,
): BackupState {
  const at = new Date(nowMs).toISOString();
  const first = { since: at, newest: null, count: 0, damaged: [], checkedAt: {} };
  return { ...first, ...before, configured: true, store, failedAt: at, problem };
}

function newestOf({ name, takenAt, verified, verifiedLess }: Manifest): BackupState["newest"] {
  return { name, takenAt, verified, verifiedLess };
}

function isDue({ backups }: Catalog, hour: number, nowMs: number): boolean {
  const dueMs = Math.floor((nowMs - hour * hourMs) / dayMs) * dayMs + hour * hourMs;
  return backups.every(({ takenAt }) => Date.parse(takenAt) < dueMs);
}

function isUnread(since: string, nowMs: number): boolean {
  return nowMs - Date.parse(since) >= checkEveryMs;
}

function takenAtMs({ takenAt }: Manifest): number {
  return Date.parse(takenAt);
}

/** A damaged back-up takes no other one's place; it stays as long as it would if it were whole. */
async function removeOld(
  store: Store,
  { backups, unfinished }: Catalog,
  {
    rotation,
    damaged,
    nowMs,
  }: { rotation: Rotation; damaged: ReadonlyMap<string, string>; nowMs: number },
): Promise<string[]> {
  const whole = backups.filter(({ name }) => !damaged.has(name));
  const kept = backupsToKeep(whole, takenAtMs, rotation);
  const keptOfAll = backupsToKeep(backups, takenAtMs, rotation);
  const old = backups.filter(
    (backup) => !kept.has(backup) && !(damaged.has(backup.name) && keptOfAll.has(backup)),
  );
  for (const { name } of old) await removeBackup(store, name);
  for (const { name, changedAtMs } of unfinished) {
    if (nowMs - changedAtMs > unfinishedMsMax) await removeBackup(store, name);
  }
  return old.map(({ name }) => name);
}
