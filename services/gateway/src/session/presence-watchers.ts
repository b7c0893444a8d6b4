import { type PresenceUpdate, serverEvent } from "@jetwire/protocol";
import {
  type EngineConnection,
  frameOptions,
  type FrameOptions,
  type FrameTarget,
  frameTarget,
  writeFrames,
} from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";

interface Watcher extends FrameTarget {
  readonly hidden: ReadonlySet<string>;
}

const snapshotMax = 10_000;

/**
 * The connections of this gateway that receive `presence:update`.
 *
 * @param online returns the users who are online; it includes a change before `send` is called
 */
export function createPresenceWatchers(online: () => ReadonlySet<string>) {
  const watchers = new Map<EngineConnection, Watcher>();
  let unsent: PresenceUpdate[] = [];

  /** Encodes once for all who see every change: one write per connection for any number of changes. */
  function flush(): void {
    const updates = unsent;
    unsent = [];
    if (updates.length === 0) return;
    const shared = framesOf(updates);
    for (const watcher of watchers.values()) {
      const seen = updates.filter(({ userId }) => !watcher.hidden.has(userId));
      if (seen.length === 0) continue;
      writeFrames(watcher, seen.length === updates.length ? shared : framesOf(seen));
    }
  }

  return {
    /**
     * Sends the connection all changes from now on, except those of `hidden` users.
     *
     * @returns the users who are online and not hidden, the connection's own first.
     */
    add(connection: EngineConnection, userId: string, hidden: ReadonlySet<string>): string[] {
      // The snapshot includes changes that have not been sent yet.
      flush();
      watchers.set(connection, { ...frameTarget(connection), hidden });
      const others = Iterator.from(online()).filter((id) => id !== userId && !hidden.has(id));
      return [userId, ...others.take(snapshotMax - 1)];
    },
    /** Replaces the hidden users of a connection and sends it the difference as changes. */
    setHidden(connection: EngineConnection, hidden: ReadonlySet<string>): void {
      const watcher = watchers.get(connection);
      if (watcher === undefined) return;
      flush();
      watchers.set(connection, { ...watcher, hidden });
      const updates = Iterator.from(online())
        .filter((userId) => watcher.hidden.has(userId) !== hidden.has(userId))
        .map((userId) => ({ userId, online: !hidden.has(userId) }))
        .toArray();
      if (updates.length > 0) writeFrames(watcher, framesOf(updates));
    },
    remove: (connection: EngineConnection): void => void watchers.delete(connection),
    /** Sends a change to all watchers, together with others of the same moment. */
    send(update: PresenceUpdate): void {
      if (unsent.length === 0) setImmediate(flush);
      unsent.push(update);
    },
  };
}

function framesOf(updates: readonly PresenceUpdate[]): FrameOptions {
  const payloads = updates.map((update) => Buffer.from(JSON.stringify(update)));
  return frameOptions(eventFrames(serverEvent.presenceUpdate, payloads));
}
