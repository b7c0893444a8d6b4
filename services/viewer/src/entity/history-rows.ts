import type { ReadMessage } from "@jetwire/protocol";
import { type ListedMessage, type MessageRow, rowOf } from "../list/message-row.ts";

/**
 * Makes one row per transmission of stored receptions, newest first. The row is the earliest reception
 * that is known; its count is that of the receptions that are known.
 */
export function historyRows(messages: readonly ReadMessage[]): MessageRow[] {
  const groups = Map.groupBy(messages, ({ groupId }) => groupId);
  return [...groups.values()].map((receptions) => {
    const first = receptions.reduce((best, one) => (one.id < best.id ? one : best));
    return rowOf(listed(first), receptions.length);
  });
}

/** The message with what rows show of its links. */
function listed({ station, airframe, flight, ...message }: ReadMessage): ListedMessage {
  return {
    ...message,
    ...(station && { station }),
    airframe: airframe ?? null,
    flight: flight ?? null,
  };
}
