import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { StationOwner } from "@jetwire/protocol";
import type { StationOwners } from "@jetwire/redis";
import { every, type Logger, type Metrics, shareNext } from "@jetwire/runtime";

/** The owner of each station, in memory. */
export type Owners = ReturnType<typeof createOwners>;

export interface OwnersOptions {
  readonly database: Pick<Database, "withQueryDeadline">;
  /** The copy in Redis, for a start without Postgres. */
  readonly copy: Pick<StationOwners, "all" | "save">;
  readonly now: () => number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const refreshMs = 1_000;
const queryMsMax = 2_000;

export function createOwners({ database, copy, now, log, metrics }: OwnersOptions) {
  const known = new Map<number, StationOwner>();
  const failures = metrics.counter({
    name: "jetwire_fanout_owner_refresh_failures_total",
    help: "Failed attempts to read station owners from Postgres",
  });
  let isLoaded = false;
  let latest = new Date(0).toISOString();
  let noLookUpUntilMs = 0;

  const refresh = shareNext(async () => {
    const rows = await database.withQueryDeadline(
      (sql) => db.stations.ownersUpdatedSince(sql, latest),
      queryMsMax,
    );
    const changed = rows.map(ownerOf).filter((owner) => !isSame(known.get(owner.stationId), owner));
    for (const owner of changed) known.set(owner.stationId, owner);
    for (const { updatedAt } of rows) if (updatedAt > latest) latest = updatedAt;
    isLoaded = true;
    await copy.save(changed).catch((error: unknown) => {
      log.warn({ err: error }, "the copy of station owners could not be written");
    });
  });

  async function refreshOrLoadCopy(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      failures.inc();
      noLookUpUntilMs = now() + refreshMs;
      if (!isLoaded) await loadCopy();
      if (!isLoaded) throw error;
    }
  }

  async function loadCopy(): Promise<void> {
    const owners = await copy.all();
    for (const owner of owners) if (!known.has(owner.stationId)) known.set(owner.stationId, owner);
    isLoaded = owners.length > 0;
    if (isLoaded) {
      log.warn({ stations: owners.length }, "Postgres is unavailable, owners are from the copy");
    }
  }

  return {
    of: (stationId: number): StationOwner | undefined => known.get(stationId),
    /** Whether owners were read from Postgres or its copy. */
    isLoaded: (): boolean => isLoaded,
    /**
     * Looks unknown stations up in Postgres before they are routed: they may have been claimed before
     * their first message. While Postgres is unavailable it goes on with the loaded owners: no station
     * is created or claimed then.
     *
     * @throws while nothing could be loaded.
     */
    async learn(stationIds: Iterable<number>): Promise<void> {
      const hasUnknown = Iterator.from(stationIds).some((id) => !known.has(id));
      if (isLoaded && (!hasUnknown || now() < noLookUpUntilMs)) return;
      await refreshOrLoadCopy();
    },
    /** Keeps up with Postgres until the signal aborts. */
    run: (signal: AbortSignal): Promise<void> =>
      every(refreshMs, refreshOrLoadCopy, {
        signal,
        log,
        task: "load station owners",
        retryMsMax: refreshMs,
      }),
  };
}

function ownerOf({ stationId, ident, accountId, sourceType, hidden }: StationOwner): StationOwner {
  return { stationId, ident, accountId, sourceType, hidden };
}

function isSame(a: StationOwner | undefined, b: StationOwner): boolean {
  return (
    a !== undefined &&
    a.ident === b.ident &&
    a.accountId === b.accountId &&
    a.sourceType === b.sourceType &&
    a.hidden === b.hidden
  );
}
