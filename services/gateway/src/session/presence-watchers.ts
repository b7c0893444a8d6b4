import { type PresenceUpdate, serverEvent } from "@jetwire/protocol";
import { eventFrames } from "../connection/frames.ts";
import {
  frameOptions,
  type FrameTarget,
  frameTarget,
  type Wire,
  writeFrames,
} from "../connection/engine-connection.ts";

/** The sessions of this gateway that are told who comes and goes. */
export interface PresenceWatchers {
  readonly size: number;
  /**
   * Sends the connection all changes from now on, except those of `hidden` users.
   *
   * @returns the users who are online and not hidden, the connection's own first.
   */
  add(wire: Wire, userId: string, hidden: ReadonlySet<string>): string[];
  /** Replaces the hidden users of a connection and sends it the difference as changes. */
  setHidden(wire: Wire, hidden: ReadonlySet<string>): void;
  remove(wire: Wire): void;
  /** Tells of a change, together with others of the same moment. */
  tell(update: PresenceUpdate): void;
}

interface Watcher extends FrameTarget {
  readonly hidden: ReadonlySet<string>;
}

const snapshotMax = 10_000;

/**
 * @param online who is online now; a change is told after it is in there
 */
export function createPresenceWatchers(online: () => ReadonlySet<string>): PresenceWatchers {
  const watchers = new Map<Wire, Watcher>();
  let untold: PresenceUpdate[] = [];

  /** Encoded once for all who see all of it: one write for a connection, however many changes. */
  function flush(): void {
    const updates = untold;
    untold = [];
    if (updates.length === 0) return;
    const shared = framesOf(updates);
    for (const watcher of watchers.values()) {
      const seen = updates.filter(({ userId }) => !watcher.hidden.has(userId));
      if (seen.length === 0) continue;
      writeFrames(watcher, seen.length === updates.length ? shared : framesOf(seen));
    }
  }

  return {
    get size() {
      return watchers.size;
    },
    add(wire, userId, hidden) {
      // What is untold yet is in the snapshot already.
      flush();
      watchers.set(wire, { ...frameTarget(wire), hidden });
      const others = Iterator.from(online()).filter((id) => id !== userId && !hidden.has(id));
      return [userId, ...others.take(snapshotMax - 1)];
    },
    setHidden(wire, hidden) {
      const watcher = watchers.get(wire);
      if (watcher === undefined) return;
      flush();
      watchers.set(wire, { ...watcher, hidden });
      const updates = Iterator.from(online())
        .filter((userId) => watcher.hidden.has(userId) !== hidden.has(userId))
        .map((userId) => ({ userId, online: !hidden.has(userId) }))
        .toArray();
      if (updates.length > 0) writeFrames(watcher, framesOf(updates));
    },
    remove: (wire) => void watchers.delete(wire),
    tell(update) {
      if (untold.length === 0) setImmediate(flush);
      untold.push(update);
    },
  };
}

function framesOf(updates: readonly PresenceUpdate[]) {
  const payloads = updates.map((update) => Buffer.from(JSON.stringify(update)));
  return frameOptions(eventFrames(serverEvent.presenceUpdate, payloads));
}
