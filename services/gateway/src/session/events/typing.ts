/** What a connection tells others of its typing: to each the latest state, once a second at most. */
export interface Typing {
  note(recipientId: string, isTyping: boolean): void;
  stop(): void;
}

interface Told {
  isTyping: boolean;
  /** What is to be told when the second is over. */
  next: boolean;
  timer: NodeJS.Timeout | null;
}

const everyMs = 1_000;
const recipientsMax = 20;

/** @param tell never rejects */
export function createTyping(tell: (recipientId: string, isTyping: boolean) => void): Typing {
  const told = new Map<string, Told>();

  function send(recipientId: string, state: Told): void {
    state.isTyping = state.next;
    state.timer = setTimeout(() => secondOver(recipientId, state), everyMs);
    tell(recipientId, state.isTyping);
  }

  function secondOver(recipientId: string, state: Told): void {
    if (state.next === state.isTyping) told.delete(recipientId);
    else send(recipientId, state);
  }

  return {
    note(recipientId, isTyping) {
      const known = told.get(recipientId);
      if (known) {
        known.next = isTyping;
        return;
      }
      // Nobody types to more at a time.
      if (told.size >= recipientsMax) return;
      const state: Told = { isTyping, next: isTyping, timer: null };
      told.set(recipientId, state);
      send(recipientId, state);
    },
    stop() {
      for (const { timer } of told.values()) if (timer) clearTimeout(timer);
      told.clear();
    },
  };
}
