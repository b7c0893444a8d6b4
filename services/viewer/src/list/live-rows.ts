import { withBestContent } from "@jetwire/protocol/plain";
import { type ListedMessage, type MessageRow, rowOf } from "./message-row.ts";

/** The rows of the list of live messages, newest first, and those that wait above it. */
export interface LiveRows {
  readonly rows: readonly MessageRow[];
  /** Rows that wait until the reader wants them. */
  readonly waiting: number;
  /** Rows that arrived while others waited, and were not kept. */
  readonly notKept: number;
  /** Ids of rows that came with the last change, if they were few enough to be marked. */
  readonly fresh: ReadonlySet<string>;
}

const rowsMax = 2_000;
const freshMax = 8;

/**
 * Keeps the latest transmissions of the firehose. A further reception of a transmission raises the
 * count of its row. Not a store: its owner decides when to publish `view()`.
 */
export function createLiveRows() {
  let rows: readonly MessageRow[] = [];
  let waiting: MessageRow[] = [];
  let notKept = 0;
  let fresh: ReadonlySet<string> = new Set();
  let counts = new Map<string, number>();
  /** Receptions that say more than the rows of their transmissions, by transmission. */
  let better = new Map<string, ListedMessage[]>();

  /** How many receptions of each transmission of the list are known. */
  const known = new Map<string, number>();

  function forget(removed: readonly MessageRow[]): void {
    for (const { message } of removed) known.delete(message.groupId);
  }

  function count(groupId: string, receptions: number): void {
    known.set(groupId, receptions);
    counts.set(groupId, receptions);
  }

  return {
    /** Adds a message; returns whether it is a transmission of its own. */
    add(message: ListedMessage): boolean {
      const receptions = known.get(message.groupId);
      if (receptions !== undefined) {
        count(message.groupId, receptions + 1);
        return false;
      }
      known.set(message.groupId, 1);
      waiting.push(rowOf(message));
      if (waiting.length > rowsMax) {
        forget(waiting.splice(0, 1));
        notKept += 1;
      }
      return true;
    },
    /** Gives a row what a later reception says, where it is; without a row the reception becomes one. */
    improve(copy: ListedMessage): void {
      if (!known.has(copy.groupId)) this.add(copy);
      else better.set(copy.groupId, [...(better.get(copy.groupId) ?? []), copy]);
    },
    /** Sets how many stations received a transmission. */
    counted(groupId: string, receptions: number): void {
      const before = known.get(groupId);
      if (before !== undefined && receptions > before) count(groupId, receptions);
    },
    /** Moves what waits into the list. */
    show(): void {
      fresh = new Set(
        waiting.length <= freshMax && rows.length > 0 ? waiting.map((row) => row.message.id) : [],
      );
      const all = [...waiting.toReversed(), ...rows];
      forget(all.slice(rowsMax));
      rows = all.slice(0, rowsMax);
      waiting = [];
      notKept = 0;
    },
    /** Removes rows that a filter does not show. */
    keep(test: (row: MessageRow) => boolean): void {
      forget([...rows, ...waiting].filter((row) => !test(row)));
      rows = rows.filter(test);
      waiting = waiting.filter(test);
    },
    clear(): void {
      known.clear();
      rows = [];
      waiting = [];
      notKept = 0;
      counts = new Map();
      better = new Map();
    },
    view(): LiveRows {
      rows = changed(rows, counts, better);
      waiting = changed(waiting, counts, better);
      counts = new Map();
      better = new Map();
      return { rows, waiting: waiting.length, notKept, fresh };
    },
  };
}

/** Returns the same list if nothing has changed. */
function changed<Rows extends readonly MessageRow[]>(
  rows: Rows,
  counts: ReadonlyMap<string, number>,
  better: ReadonlyMap<string, readonly ListedMessage[]>,
): Rows {
  if (counts.size === 0 && better.size === 0) return rows;
  return rows.map((row) => {
    const { groupId } = row.message;
    const receptions = counts.get(groupId) ?? row.receptions;
    const copies = better.get(groupId);
    if (copies) return rowOf(copies.reduce(improved, row.message), receptions);
    return receptions === row.receptions ? row : { ...row, receptions };
  }) as readonly MessageRow[] as Rows;
}

/** Returns a message with what another reception of its transmission says more. */
function improved(message: ListedMessage, copy: ListedMessage): ListedMessage {
  const best = withBestContent(message, [copy]);
  return {
    ...best,
    airframe: message.airframe ?? copy.airframe,
    flight: message.flight ?? copy.flight,
  };
}
