import type { RecentRedaction } from "@jetwire/db";
import { readEntryWhole, type StreamEntry } from "@jetwire/protocol";

/** The messages that were redacted lately, as the parts of what comes later. */
export class RecentRedactions {
  readonly #ids: ReadonlySet<string>;
  readonly #stationsOf = new Map<string, Set<number | null>>();

  constructor(redactions: readonly RecentRedaction[]) {
    this.#ids = new Set(redactions.map(({ messageId }) => messageId));
    for (const { groupId, stationId } of redactions) {
      if (groupId === null) continue;
      const stations = this.#stationsOf.get(groupId) ?? new Set();
      this.#stationsOf.set(groupId, stations.add(stationId));
    }
  }

  get isEmpty(): boolean {
    return this.#ids.size === 0;
  }

  /**
   * Returns what of a message must not be delivered: the message, if it was redacted, or if a decoder joined the text of
   * a redacted part to it; only its whole, if a part of it was redacted, by whatever station that was received.
   */
  redactedOf({ id, stationId, wholeJson }: StreamEntry): "message" | "whole" | null {
    if (this.#ids.has(id)) return "message";
    const whole = readEntryWhole(wholeJson)?.whole;
    const partIds = (whole?.partIds ?? []).filter((groupId) => this.#stationsOf.has(groupId));
    if (partIds.length === 0) return null;
    const isJoined =
      whole?.joinedBy === "decoder" &&
      partIds.some((groupId) => this.#stationsOf.get(groupId)?.has(stationId) === true);
    return isJoined ? "message" : "whole";
  }
}
