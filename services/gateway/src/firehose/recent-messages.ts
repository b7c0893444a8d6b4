import { recentMessagesMax } from "@jetwire/protocol";
import { type HeardMessage, heardMessage } from "./firehose-message.ts";

/** The firehose's latest messages: for who begins to sniff, and against hearing one twice. */
export interface RecentMessages {
  /** Keeps messages that were just heard; returns those that were not kept already. */
  add(messages: readonly HeardMessage[]): HeardMessage[];
  /** Adds messages that were heard by others, without putting newer ones out. */
  fill(messages: readonly HeardMessage[]): void;
  newestFirst(): HeardMessage[];
  clear(): void;
}

export function createRecentMessages(): RecentMessages {
  /** In order of arrival. */
  let kept = new Map<string, HeardMessage>();

  return {
    add(messages) {
      const added = messages.filter(({ id }) => !kept.has(id));
      for (const { id, text } of added.slice(-recentMessagesMax)) {
        // Its own bytes: what was heard is a piece of a tick, and would keep all of that.
        kept.set(id, heardMessage(Buffer.from(text)));
      }
      for (const id of kept.keys()) {
        if (kept.size <= recentMessagesMax) break;
        kept.delete(id);
      }
      return added;
    },
    fill(messages) {
      const all = [...messages.filter(({ id }) => !kept.has(id)), ...kept.values()];
      kept = new Map(all.slice(-recentMessagesMax).map((message) => [message.id, message]));
    },
    newestFirst: () => [...kept.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)),
    clear: () => kept.clear(),
  };
}
