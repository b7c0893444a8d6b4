import type { Message } from "@jetwire/protocol";

/** The messages that a client has received. */
export interface Receipts {
  add(message: Message): void;
  /** The key of each message: its id, or what `keyOf` returns. */
  readonly keys: ReadonlySet<string>;
  /** The id of the message that was received last, repeated or not. */
  readonly last: string | undefined;
  readonly repeated: number;
  /** Says whether messages are replayed now: a replay may repeat messages. */
  setReplaying(isReplaying: boolean): void;
  /** Messages that were repeated outside of a replay: the first ten thousand of them. */
  readonly liveRepeats: readonly Repeat[];
  /** New messages that arrived after a younger one of their station. */
  readonly outOfOrder: number;
  /** The first thousand of them. */
  readonly disorders: readonly Disorder[];
}

/** A message that arrived again. */
export interface Repeat {
  readonly id: string;
  readonly atMs: number;
}

/** A message that arrived after a younger one of its station. */
export interface Disorder {
  readonly id: string;
  readonly younger: string;
  readonly atMs: number;
}

const disordersMax = 1_000;
const repeatsMax = 10_000;

export function createReceipts(keyOf: (message: Message) => string = ({ id }) => id): Receipts {
  const keys = new Set<string>();
  const youngest = new Map<number, string>();
  const disorders: Disorder[] = [];
  const liveRepeats: Repeat[] = [];
  let isReplaying = false;
  let last: string | undefined;
  let repeated = 0;
  let outOfOrder = 0;
  return {
    add(message) {
      const { id, stationId } = message;
      last = id;
      const key = keyOf(message);
      if (keys.has(key)) {
        repeated++;
        if (!isReplaying && liveRepeats.length < repeatsMax) {
          liveRepeats.push({ id, atMs: Date.now() });
        }
        return;
      }
      keys.add(key);
      const younger = youngest.get(stationId) ?? "";
      if (id >= younger) {
        youngest.set(stationId, id);
        return;
      }
      outOfOrder++;
      if (disorders.length < disordersMax) disorders.push({ id, younger, atMs: Date.now() });
    },
    setReplaying: (now) => void (isReplaying = now),
    disorders,
    liveRepeats,
    keys,
    get last() {
      return last;
    },
    get repeated() {
      return repeated;
    },
    get outOfOrder() {
      return outOfOrder;
    },
  };
}
