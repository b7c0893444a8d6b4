import * as db from "@jetwire/db";
import { compileFilter, type KnownCodes, type Message, type WatchFilter } from "@jetwire/protocol";
import { CachedValue } from "@jetwire/runtime";
import type { Query } from "../query.ts";

/** Measures how much of the traffic a filter selects. */
export type WatchShare = ReturnType<typeof createWatchShare>;

const sampleMax = 1_000;
/** Fewer say nothing about a share. */
const sampleMin = 100;
const ttlMs = 10_000;

/** A filter's share of the latest messages, and the figures that it is made of. */
export interface MeasuredShare {
  readonly share: number;
  readonly selected: number;
  readonly sampled: number;
}

export function createWatchShare(query: Query) {
  const sample = new CachedValue<readonly Message[]>(
    () => query((sql) => db.messages.listLatest(sql, Date.now(), sampleMax)),
    { ttlMs },
  );
  return {
    /** Returns null when there are too few messages. @throws when Postgres does not answer. */
    async measure(filter: WatchFilter, codes: KnownCodes): Promise<MeasuredShare | null> {
      const messages = await sample.get();
      if (messages.length < sampleMin) return null;
      const fits = compileFilter(filter, codes) ?? (() => true);
      const selected = messages.filter((message) => fits(message)).length;
      return { share: selected / messages.length, selected, sampled: messages.length };
    },
  };
}
