import { messageIdFloor } from "@jetwire/protocol";
import type { WatchBounds, WatchStore, WatchToStore } from "@jetwire/redis";
import { every, type Logger } from "@jetwire/runtime";
import { watchedMs } from "./watch-logs.ts";

/*
 * The registrations of the watches that have clients here. Fanout compares messages with a watch only while Redis has its
 * registration, so an interruption is a hole in its log: Redis was emptied, or has failed over to an older state. Redis
 * notes since when each is registered. That time is another one after an interruption, by whatever gateway the watch was
 * registered again.
 */

export interface RegistrationsOptions {
  readonly store: Pick<WatchStore, "registered" | "renew">;
  readonly bounds: WatchBounds;
  /** Called with a watch whose registration was interrupted: its readers have missed something. */
  readonly onInterrupted: (watchId: string) => void;
  readonly log: Logger;
}

/** All times are Unix ms of the clock of Redis. */
interface OpenWatch extends WatchToStore {
  /** The time since which it is registered without interruption; infinite while it is not. */
  sinceMs: number;
  /** The latest time of which it is known that it was registered since then. */
  confirmedMs: number;
  clients: number;
}

/** How long a watch is kept without being extended: its last client can resume meanwhile. */
export const registeredMsMax = watchedMs + 5 * 60_000;
const renewMs = 30_000;
/** An interruption lasts about this long. */
const confirmMs = 2_000;
const retryMsMax = 1_000;

/** Keeps the watches registered that have clients here. */
export function createRegistrations(options: RegistrationsOptions) {
  const { store, bounds, onInterrupted, log } = options;
  const open = new Map<string, OpenWatch>();

  /** Notes since when a watch is registered. */
  function note(watch: OpenWatch, sinceMs: number): void {
    if (sinceMs === watch.sinceMs) return;
    watch.sinceMs = sinceMs;
    if (sinceMs !== Number.POSITIVE_INFINITY) watch.confirmedMs = sinceMs;
    onInterrupted(watch.id);
  }

  async function renew(watch: OpenWatch): Promise<void> {
    // Redis may have no room for it now.
    const sinceMs = await store.renew(watch, registeredMsMax, bounds);
    note(watch, sinceMs ?? Number.POSITIVE_INFINITY);
  }

  async function renewAll(): Promise<void> {
    for (const watch of open.values()) await renew(watch);
  }

  async function confirmAll(): Promise<void> {
    await confirm([...open.values()]);
  }

  /** Confirms that watches are still registered, and registers those again that are not. */
  async function confirm(watches: readonly OpenWatch[]): Promise<void> {
    if (watches.length === 0) return;
    const found = await store.registered(watches.map(({ id }) => id));
    for (const watch of watches) {
      const sinceMs = found.sinceMs.get(watch.id) ?? Number.POSITIVE_INFINITY;
      if (sinceMs !== watch.sinceMs) await renew(watch);
      else if (sinceMs !== Number.POSITIVE_INFINITY) watch.confirmedMs = found.nowMs;
    }
  }

  return {
    ids: (): Iterable<string> => open.keys(),
    /** Returns since when a watch is registered without interruption; infinite while it is not. */
    sinceMs: (id: string): number => open.get(id)?.sinceMs ?? Number.POSITIVE_INFINITY,
    /**
     * Returns the position of a client that has everything of a watch. It is of the latest time of which the registration is
     * confirmed: there may be a hole after it that nobody knows of yet. The id of the client's last message would not do:
     * the log forgets it after an hour.
     */
    positionOf: (id: string): string => messageIdFloor(open.get(id)?.confirmedMs ?? 0),
    /** Adds a client of a watch. @param sinceMs since when Redis says that it is registered */
    add(stored: WatchToStore, sinceMs: number): void {
      const { id } = stored;
      const watch = open.get(id) ?? { ...stored, sinceMs, confirmedMs: sinceMs, clients: 0 };
      watch.clients++;
      open.set(id, watch);
      note(watch, sinceMs);
    },
    /** Removes a client of a watch. */
    remove(id: string): void {
      const watch = open.get(id);
      if (watch !== undefined && --watch.clients <= 0) open.delete(id);
    },
    /** Confirms that a watch is still registered. @throws when Redis does not answer. */
    async confirm(id: string): Promise<void> {
      const watch = open.get(id);
      if (watch !== undefined) await confirm([watch]);
    },
    /** Extends and confirms the registrations until aborted. */
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all([
        every(renewMs, renewAll, { signal, log, task: "extend watches", retryMsMax }),
        every(confirmMs, confirmAll, { signal, log, task: "confirm watches", retryMsMax }),
      ]);
    },
  };
}
