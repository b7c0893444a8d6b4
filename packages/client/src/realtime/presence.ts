import type { PresenceSnapshot, PresenceUpdate } from "@jetwire/protocol";
import { createListeners } from "./listeners.ts";

/** Who is online, as far as the signed-in user may see it. */
export interface Presence {
  /** As last told; while the connection is down that is how it was, until the next snapshot. */
  readonly online: ReadonlySet<string>;
  /** Hears every change, and how it is at once. */
  onChange(listener: (online: ReadonlySet<string>) => void): () => void;
}

export interface KeptPresence extends Presence {
  snapshot(snapshot: PresenceSnapshot): void;
  update(update: PresenceUpdate): void;
}

export function createPresence(): KeptPresence {
  const listeners = createListeners<ReadonlySet<string>>();
  let online: ReadonlySet<string> = new Set();

  function change(changed: ReadonlySet<string>): void {
    online = changed;
    listeners.tell(changed);
  }

  return {
    get online() {
      return online;
    },
    onChange(listener) {
      const stop = listeners.add(listener);
      listener(online);
      return stop;
    },
    snapshot: (snapshot) => change(new Set(snapshot.online)),
    update({ userId, online: isOnline }) {
      const changed = new Set(online);
      if (isOnline) changed.add(userId);
      else changed.delete(userId);
      change(changed);
    },
  };
}
