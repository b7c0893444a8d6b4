import type { Message } from "@jetwire/protocol";

/** What a client got, as it counts itself. */
export interface Receipts {
  /** Takes one in. @returns whether it was new. */
  take(message: Message): boolean;
  readonly ids: ReadonlySet<string>;
  /** The one that came last, repeated or not. */
  readonly last: string | undefined;
  readonly repeated: number;
  /** New ones that came behind a younger one of their station. */
  readonly outOfOrder: number;
}

export function createReceipts(): Receipts {
  const ids = new Set<string>();
  const youngest = new Map<number, string>();
  let last: string | undefined;
  let repeated = 0;
  let outOfOrder = 0;
  return {
    take({ id, stationId }) {
      last = id;
      if (ids.has(id)) {
        repeated++;
        return false;
      }
      ids.add(id);
      const before = youngest.get(stationId) ?? "";
      if (id < before) outOfOrder++;
      else youngest.set(stationId, id);
      return true;
    },
    ids,
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
