import { hash } from "node:crypto";
import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { StationAccess } from "@jetwire/protocol";
import type { Stores } from "@jetwire/redis";
import { createWaker, every, type Logger } from "@jetwire/runtime";

/**
 * The proof of a message: `proven` by a key of its station, `unproven` without a valid one, `refused`
 * if its station requires one, `keyless` if its station has no key. `unknown`: neither Postgres nor
 * the copy in Redis could be read yet.
 */
export type Proof = "proven" | "unproven" | "refused" | "keyless" | "unknown";

/** Checks messages against the keys of their stations, which are kept in memory. */
export type StationProofs = Pick<ReturnType<typeof createKnownAccess>, "check" | "isKnown">;

const refreshMs = 2_000;
const queryMsMax = 2_000;
/** The copy is written again after this long, because Redis may have been emptied. */
const copyMs = 60_000;

/**
 * The keys of stations, kept up with Postgres.
 *
 * Follows the keys and policies of stations in Postgres, or in the copy while it is unavailable.
 */
export function followStationAccess(
  database: Pick<Database, "withQueryDeadline">,
  copy: Stores["stationAccess"],
  log: Logger,
  now: () => number = () => performance.now(),
) {
  const known = createKnownAccess();
  let waker = createWaker();
  let asOf: string | null = null;
  let copiedAtMs = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    const since = asOf;
    const read = await database.withQueryDeadline(
      (sql) => db.stationKeys.readAccess(sql, since),
      queryMsMax,
    );
    const changed = since === null ? known.replace(read.stations) : known.update(read.stations);
    asOf = read.asOf;
    if (!changed && now() - copiedAtMs < copyMs) return;
    copiedAtMs = now();
    await copy.save(known.all()).catch((error: unknown) => {
      log.warn({ err: error }, "the copy of station keys could not be written");
    });
  }

  async function refreshOrLoadCopy(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      const copied = known.isLoaded() ? null : await copy.read();
      if (copied !== null) known.replace(copied);
      throw error;
    }
  }

  return {
    check: known.check,
    isKnown: known.isKnown,
    /** Reads Postgres, or the copy if that fails. Never rejects; `run`, which begins with the same, logs a failure. */
    load: (): Promise<void> => refreshOrLoadCopy().catch(() => {}),
    /** Reads changes soon, because a station has changed. */
    changed: (): void => waker.wake(),
    /** Reads changes every two seconds until the signal aborts. */
    run(signal: AbortSignal): Promise<void> {
      const ofRun = (waker = createWaker(signal));
      const wait = (ms: number) => ofRun.wait(ms);
      const task = "load station keys";
      return every(refreshMs, refreshOrLoadCopy, {
        signal,
        log,
        task,
        retryMsMax: refreshMs,
        wait,
      });
    },
  };
}

/** Creates an empty table of stations with keys, by ident. */
export function createKnownAccess() {
  const byIdent = new Map<string, StationAccess>();
  /** An erasure changes the ident of a station. */
  const identById = new Map<number, string>();
  let hashes: ReadonlySet<string> = new Set();
  let loaded = false;

  function update(stations: readonly StationAccess[]): boolean {
    let changed = false;
    for (const { stationId, ident, policy, keyHashes } of stations) {
      const next = { stationId, ident, policy, keyHashes: keyHashes.toSorted() };
      if (JSON.stringify(next) === JSON.stringify(byIdent.get(ident))) continue;
      const earlier = identById.get(stationId);
      if (earlier !== undefined && earlier !== ident) changed = byIdent.delete(earlier) || changed;
      const isNeeded = policy === "required" || keyHashes.length > 0;
      if (isNeeded) {
        byIdent.set(ident, next);
        identById.set(stationId, ident);
      } else if (!byIdent.delete(ident)) continue;
      changed = true;
    }
    if (changed) hashes = new Set([...byIdent.values()].flatMap((station) => station.keyHashes));
    return changed;
  }

  return {
    isLoaded: (): boolean => loaded,
    all: (): StationAccess[] => [...byIdent.values()],
    /** Replaces everything. Returns true. */
    replace(stations: readonly StationAccess[]): boolean {
      byIdent.clear();
      identById.clear();
      hashes = new Set();
      update(stations);
      loaded = true;
      return true;
    },
    /** Updates some stations. Returns whether anything has changed. */
    update,
    /** Returns whether a key is valid for any station. */
    isKnown: (key: string): boolean => hashes.has(hash("sha256", key, "base64")),
    /** Returns the proof of a message of a station. @param keys the keys as sent, valid or not */
    check(ident: string, keys: readonly string[]): Proof {
      if (!loaded) return "unknown";
      const station = byIdent.get(ident);
      if (station === undefined) return "keyless";
      if (keys.some((key) => station.keyHashes.includes(hash("sha256", key, "base64")))) {
        return "proven";
      }
      return station.policy === "required" ? "refused" : "unproven";
    },
  };
}
