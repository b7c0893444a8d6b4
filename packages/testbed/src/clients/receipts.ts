import type { Message } from "@jetwire/protocol";

/** The messages that a client has received. */
export interface Receipts {
  add(message: Message): void;
  /** The key of each message: its id, or what `keyOf` returns. */
  readonly keys: ReadonlySet<string>;
  /** The id of the message that was received last, repeated or not. */
  readonly last: string | undefined;
  readonly repeated: number;
  /** New messages that arrived after a younger one of their station. */
  readonly outOfOrder: number;
}

export function createReceipts(keyOf: (message: Message) => string = ({ id }) => id): Receipts {
  const keys = new Set<string>();
  const youngest = new Map<number, string>();
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
        return;
      }
      keys.add(key);
      if (id < (youngest.get(stationId) ?? "")) outOfOrder++;
      else youngest.set(stationId, id);
    },
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
