import {
  type AirlineCodes,
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
import { every, type Logger, type Metrics, shareNext } from "@jetwire/runtime";
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

/** The watches that messages are compared with. It is replaced as a whole, so that no batch meets a part of a change. */
interface Known {
  /** It has every watch that was added up to this revision, if the watch has not ended. */
  readonly revision: number;
  readonly watches: ReadonlyMap<string, KnownWatch>;
  readonly index: FilterIndex<KnownWatch>;
  readonly airlines: AirlineCodes;
}

/** Watches that have ended are compared until the next look. */
const endedMs = 60_000;
const Stored = z.object({ filter: WatchFilter, airports: z.array(z.string()) });

export function createWatches({ store, airlineCodes, log, metrics }: WatchesOptions) {
  let known = knownOf(0, new Map(), noCodes.airlines);
  metrics.gauge({
    name: "jetwire_fanout_watches",
    help: "Different filters that clients watch",
    collect() {
      this.set(known.index.size);
    },
  });

  /** Returns null for a watch that cannot be read: it must not keep messages from being delivered. */
  function compile({ id, json }: StoredWatch, airlines: AirlineCodes): KnownWatch | null {
    try {
      const { filter, airports } = Stored.parse(JSON.parse(json));
      return { ...indexedFilter(filter, { airlines, airports }), id };
    } catch (error) {
      log.warn({ err: error, watchId: id }, "a watch cannot be read");
      return null;
    }
  }

  /** Reads what was added up to a revision. */
  async function load(newest: number): Promise<Known> {
    const codes = await airlineCodes.read();
    // A Redis that was emptied has no codes for a while.
    const airlines = codes.size > 0 ? codes : known.airlines;
    // A Redis that was emptied, or has failed over to an older state, has other watches.
    const isOther = newest < known.revision;
    const watches = new Map(isOther ? [] : known.watches);
    let revision = isOther ? 0 : known.revision;
    while (revision < newest) {
      const added = await store.addedAfter(revision);
      for (const one of added.watches) {
        const watch = compile(one, airlines);
        if (watch !== null) watches.set(one.id, watch);
      }
      if (added.revision === revision) break;
      revision = added.revision;
    }
    return knownOf(Math.max(revision, newest), watches, airlines);
  }

  async function removeEnded(): Promise<void> {
    const before = known;
    if (before.watches.size === 0) return;
    const ids = new Set(await store.ids());
    // A watch that was added since then may not be in the answer. The next look removes what has ended.
    if (known !== before) return;
    const watches = new Map([...before.watches].filter(([id]) => ids.has(id)));
    known = knownOf(before.revision, watches, before.airlines);
  }

  return {
    /** Returns how many different filters clients watch. */
    count: () => known.index.size,
    /**
     * Learns of every watch that was added before this call. A client learns that its watch has started after it was
     * added, so that what comes then is compared with it. Partitions that call at the same time share a run, and one run
     * is in progress at a time.
     *
     * @throws when Redis does not answer.
     */
    learn: shareNext(async (): Promise<void> => {
      const newest = await store.revision();
      if (newest !== known.revision) known = await load(newest);
    }),
    /** Returns the messages that each watch selects, by its id, in stream order. Those of hidden stations are in none. */
    route(
      entries: readonly StreamEntry[],
      ownerOf: OwnerOf,
    ): ReadonlyMap<string, readonly FeedAppend[]> {
      const selected = new Map<string, FeedAppend[]>();
      const { index, airlines } = known;
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

function knownOf(
  revision: number,
  watches: ReadonlyMap<string, KnownWatch>,
  airlines: AirlineCodes,
): Known {
  return { revision, watches, index: new FilterIndex([...watches.values()]), airlines };
}
