import {
  candidateOf,
  FilterIndex,
  indexedFilter,
  type IndexedFilter,
  type KnownCodes,
  type Message,
  namedFlight,
  noCodes,
  type StreamEntry,
  WatchFilter,
} from "@jetwire/protocol";
import type { FeedAppend, StoredWatch, Stores, WatchStore } from "@jetwire/redis";
import { every, type Logger, type Metrics } from "@jetwire/runtime";
import { z } from "zod";
import type { OwnerOf } from "./route.ts";

/** Compares messages with what clients watch. */
export type Watches = ReturnType<typeof createWatches>;

export interface WatchesOptions {
  readonly store: Pick<WatchStore, "revision" | "addedAfter" | "ids">;
  readonly airlineCodes: Stores["airlineCodes"];
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface KnownWatch extends IndexedFilter {
  readonly id: string;
}

/** Watches that have ended are compared until the next look. */
const endedMs = 60_000;
const Stored = z.object({ filter: WatchFilter, airports: z.array(z.string()) });

export function createWatches({ store, airlineCodes, log, metrics }: WatchesOptions) {
  const stored = new Map<string, KnownWatch>();
  let index = new FilterIndex<KnownWatch>([]);
  let airlines = noCodes.airlines;
  let revision = 0;
  metrics.gauge({
    name: "jetwire_fanout_watches",
    help: "Different filters that clients watch",
    collect() {
      this.set(index.size);
    },
  });

  /** Returns null for a watch that cannot be read: it must not keep messages from being delivered. */
  function compile({ id, json }: StoredWatch): KnownWatch | null {
    try {
      const { filter, airports } = Stored.parse(JSON.parse(json));
      return { ...indexedFilter(filter, { airlines, airports }), id };
    } catch (error) {
      log.warn({ err: error, watchId: id }, "a watch cannot be read");
      return null;
    }
  }

  async function load(newest: number): Promise<void> {
    // A Redis that was emptied, or has failed over to an older state, has other watches.
    if (newest < revision) {
      stored.clear();
      revision = 0;
    }
    airlines = await airlineCodes.read();
    while (revision < newest) {
      const added = await store.addedAfter(revision);
      for (const one of added.watches) {
        const watch = compile(one);
        if (watch !== null) stored.set(one.id, watch);
      }
      if (added.revision === revision) break;
      revision = added.revision;
    }
    revision = Math.max(revision, newest);
    index = new FilterIndex([...stored.values()]);
  }

  async function removeEnded(): Promise<void> {
    if (stored.size === 0) return;
    const ids = new Set(await store.ids());
    for (const id of stored.keys()) if (!ids.has(id)) stored.delete(id);
    index = new FilterIndex([...stored.values()]);
  }

  return {
    /** Returns how many different filters clients watch. */
    count: () => index.size,
    /**
     * Learns of every watch that was added before this call. A client learns that its watch has started after it was
     * added, so that what comes then is compared with it.
     *
     * @throws when Redis does not answer.
     */
    async learn(): Promise<void> {
      const newest = await store.revision();
      if (newest !== revision) await load(newest);
    },
    /** Returns the messages that each watch selects, by its id, in stream order. Those of hidden stations are in none. */
    route(
      entries: readonly StreamEntry[],
      ownerOf: OwnerOf,
    ): ReadonlyMap<string, readonly FeedAppend[]> {
      const selected = new Map<string, FeedAppend[]>();
      if (index.size === 0) return selected;
      const codes: KnownCodes = { airlines, airports: [] };
      for (const { id: messageId, stationId, messageJson, storeOnly } of entries) {
        const owner = ownerOf(stationId);
        if (storeOnly || owner === undefined || owner.hidden) continue;
        const message = JSON.parse(messageJson) as Message;
        const candidate = candidateOf(message, namedFlight(message, codes));
        index.eachCandidate(candidate, ({ id, fits }) => {
          if (!fits(candidate.message)) return;
          const messages = selected.get(id) ?? [];
          selected.set(id, messages);
          messages.push({ stationId, messageId, messageJson });
        });
      }
      return selected;
    },
    /** Forgets watches that have ended, until the signal aborts. */
    run: (signal: AbortSignal): Promise<void> =>
      every(endedMs, removeEnded, { signal, log, task: "forget watches that have ended" }),
  };
}
