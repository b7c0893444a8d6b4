import type { StationRejectToAdd } from "@jetwire/db";
import { withoutStationKeys } from "@jetwire/protocol";

/** Counts what was refused of each station, for its owner. */
export interface RejectCounter {
  /** Counts an object; the detail must contain nothing of its text. */
  add(ident: string, reason: string, detail: string): void;
  /** Writes the counts since the last call. If that fails they are lost. */
  flush(write: (rejects: readonly StationRejectToAdd[]) => Promise<void>): Promise<void>;
}

/** A flood of idents must not fill the memory; idents without a station are not stored anyway. */
const entriesMax = 10_000;
const detailCharsMax = 200;

export function createRejectCounter(): RejectCounter {
  let rejects = new Map<string, StationRejectToAdd>();
  return {
    add(ident, reason, detail) {
      const name = JSON.stringify([ident, reason]);
      const known = rejects.get(name);
      if (known === undefined && rejects.size >= entriesMax) return;
      rejects.set(name, {
        ident,
        reason,
        count: (known?.count ?? 0) + 1,
        lastAt: new Date().toISOString(),
        detail: withoutStationKeys(detail).slice(0, detailCharsMax).toWellFormed(),
      });
    },
    async flush(write) {
      const taken = [...rejects.values()];
      rejects = new Map();
      if (taken.length > 0) await write(taken);
    },
  };
}
