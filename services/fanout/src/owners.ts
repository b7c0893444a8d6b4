import type { StationOwner } from "@jetwire/protocol";
import { type Logger, type Metrics, pause, shareNext } from "@jetwire/runtime";

/** Where owners are read from and their copy is kept. */
export interface OwnerSources {
  /** What changed in Postgres since an instant, what changed a little before included. */
  updatedSince(instant: Date): Promise<readonly (StationOwner & { readonly updatedAt: Date })[]>;
  loadCopy(): Promise<readonly StationOwner[]>;
  saveCopy(owners: readonly StationOwner[]): Promise<void>;
}

/** Whose each station is, in memory. */
export interface Owners {
  of(stationId: number): StationOwner | undefined;
  /** Whether there is anything to go by: Postgres or its copy has been read. */
  loaded(): boolean;
  /**
   * Looks in Postgres before stations that aren't known are routed: they may have been claimed
   * before their first message. With Postgres away and something loaded it goes on without: no
   * station is made or claimed then.
   *
   * @throws while nothing could be loaded.
   */
  learn(stationIds: Iterable<number>): Promise<void>;
  /** Keeps up with Postgres until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

const refreshMs = 1_000;

export function createOwners(
  sources: OwnerSources,
  now: () => number,
  log: Logger,
  metrics: Metrics,
): Owners {
  const known = new Map<number, StationOwner>();
  const failures = metrics.counter({
    name: "jetwire_fanout_owner_refresh_failures_total",
    help: "Times that station owners could not be read from Postgres",
  });
  let loaded = false;
  let latest = new Date(0);
  let noLookUpUntilMs = 0;

  const refresh = shareNext(async () => {
    const rows = await sources.updatedSince(latest);
    const changed = rows.map(ownerOf).filter((owner) => !isSame(known.get(owner.stationId), owner));
    for (const owner of changed) known.set(owner.stationId, owner);
    for (const { updatedAt } of rows) if (updatedAt > latest) latest = updatedAt;
    loaded = true;
    await sources.saveCopy(changed).catch((error: unknown) => {
      log.warn({ err: error }, "the copy of station owners could not be kept");
    });
  });

  async function tryRefresh(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      failures.inc();
      noLookUpUntilMs = now() + refreshMs;
      if (!loaded) await loadCopy();
      if (!loaded) throw error;
    }
  }

  async function loadCopy(): Promise<void> {
    const copy = await sources.loadCopy();
    for (const owner of copy) if (!known.has(owner.stationId)) known.set(owner.stationId, owner);
    loaded = copy.length > 0;
    if (loaded) log.warn({ stations: copy.length }, "Postgres is away, owners are from the copy");
  }

  return {
    of: (stationId) => known.get(stationId),
    loaded: () => loaded,
    async learn(stationIds) {
      const unknown = Iterator.from(stationIds).some((id) => !known.has(id));
      if (loaded && (!unknown || now() < noLookUpUntilMs)) return;
      await tryRefresh();
    },
    async run(signal) {
      while (!signal.aborted) {
        await tryRefresh().catch((error: unknown) => {
          log.warn({ err: error }, "station owners are not known yet");
        });
        await pause(refreshMs, signal);
      }
    },
  };
}

function ownerOf(row: StationOwner): StationOwner {
  const { stationId, ident, accountId, sourceType, hidden } = row;
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
