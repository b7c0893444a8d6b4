import { type EnrichedMessage, recentMessagesMax } from "@jetwire/protocol";
import { FirehoseMessage } from "./firehose-message.ts";

/** The latest messages of the firehose, for new subscribers and to recognize repeated messages. */
export function createRecentMessages() {
  /** Messages by id, in order of arrival. */
  let kept = new Map<string, FirehoseMessage>();

  return {
    /** Keeps messages that have just arrived. @returns those that were not kept already. */
    add(messages: readonly FirehoseMessage[]): FirehoseMessage[] {
      const added = messages.filter(({ id }) => !kept.has(id));
      for (const { id, text } of added.slice(-recentMessagesMax)) {
        // A copy: the given text is a part of its tick, and would keep all of it in memory.
        kept.set(id, new FirehoseMessage({ id, text: Buffer.from(text) }));
      }
      for (const id of kept.keys()) {
        if (kept.size <= recentMessagesMax) break;
        kept.delete(id);
      }
      return added;
    },
    /** Keeps later receptions that say more beside the messages. */
    addBetter(copies: readonly EnrichedMessage[]): void {
      for (const copy of copies) {
        const first = kept.get(copy.groupId);
        if (first) kept.set(first.id, new FirehoseMessage(first, copy));
      }
    },
    /** Adds messages that arrived elsewhere, without displacing newer ones. */
    fill(messages: readonly FirehoseMessage[]): void {
      const all = [...messages.filter(({ id }) => !kept.has(id)), ...kept.values()];
      kept = new Map(all.slice(-recentMessagesMax).map((message) => [message.id, message]));
    },
    newestFirst: (): FirehoseMessage[] =>
      [...kept.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    clear: (): void => kept.clear(),
  };
}
