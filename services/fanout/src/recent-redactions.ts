import type { RecentRedaction } from "@jetwire/db";
import { readEntryWhole, type StreamEntry } from "@jetwire/protocol";

/** The messages that were redacted lately, as the parts of what comes later. */
export interface RecentRedactions {
  readonly isEmpty: boolean;
  /**
   * Returns what of a message must not be delivered: the message, if it was redacted, or if a decoder joined the text of
   * a redacted part to it; only its whole, if a part of it was redacted, by whatever station that was received.
   */
  redactedOf(entry: StreamEntry): "message" | "whole" | null;
}

export function indexRedactions(redactions: readonly RecentRedaction[]): RecentRedactions {
  const ids = new Set(redactions.map(({ messageId }) => messageId));
  const stationsOf = new Map<string, Set<number | null>>();
  for (const { groupId, stationId } of redactions) {
    if (groupId === null) continue;
    const stations = stationsOf.get(groupId) ?? new Set();
    stationsOf.set(groupId, stations.add(stationId));
  }
  return {
    isEmpty: ids.size === 0,
    redactedOf({ id, stationId, wholeJson }) {
      if (ids.has(id)) return "message";
      const whole = readEntryWhole(wholeJson)?.whole;
      const partIds = (whole?.partIds ?? []).filter((groupId) => stationsOf.has(groupId));
      if (partIds.length === 0) return null;
      const isJoined =
        whole?.joinedBy === "decoder" &&
        partIds.some((groupId) => stationsOf.get(groupId)?.has(stationId) === true);
      return isJoined ? "message" : "whole";
    },
  };
}
