import { messageIdTimeMs, type StreamEntry } from "@jetwire/protocol";
import { isSampled } from "./sample.ts";

/** Returns which of some stations are visible. */
export type VisibleStations = (ids: readonly number[]) => Promise<ReadonlySet<number>>;

/** A transmission is counted for this long after its first reception. */
const countedMs = 10_000;
/** Receptions of one tick; a tick's head stays below 100 KiB. */
const receptionsMax = 1_000;

type Reception = Pick<StreamEntry, "groupId" | "stationId">;

/** Counts the later receptions of sampled transmissions, for viewers who see how many stations received one. */
export function createLaterReceptions() {
  let pending: Reception[] = [];
  return {
    /** Adds the later receptions of a batch; those above the bound are not counted. */
    add(entries: readonly StreamEntry[], secret: string, fraction: number): void {
      for (const { id, groupId, stationId, first, storeOnly } of entries) {
        if (first || storeOnly || pending.length >= receptionsMax) continue;
        if (messageIdTimeMs(id) - messageIdTimeMs(groupId) > countedMs) continue;
        if (isSampled(groupId, secret, fraction)) pending.push({ groupId, stationId });
      }
    },
    /**
     * Returns the number of later receptions by transmission since the last call, without those of hidden stations.
     * Best effort: a repeated batch is counted again.
     */
    async drain(visibleStations: VisibleStations): Promise<Readonly<Record<string, number>>> {
      const receptions = pending;
      pending = [];
      if (receptions.length === 0) return {};
      const ids = [...new Set(receptions.map(({ stationId }) => stationId))];
      const visible = await visibleStations(ids);
      const counts: Record<string, number> = {};
      for (const { groupId, stationId } of receptions) {
        if (visible.has(stationId)) counts[groupId] = (counts[groupId] ?? 0) + 1;
      }
      return counts;
    },
    get isEmpty(): boolean {
      return pending.length === 0;
    },
  };
}
