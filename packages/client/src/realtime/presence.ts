import type { PresenceSnapshot, PresenceUpdate } from "@jetwire/protocol";
import { createListeners } from "./listeners.ts";

/** The users that are online, as far as the signed-in user may see them. */
export interface Presence {
  /** User ids. While disconnected it keeps the last known state, until the next snapshot. */
  readonly online: ReadonlySet<string>;
  /** Calls the listener now and at every change. @returns a function that removes it. */
  onChange(listener: (online: ReadonlySet<string>) => void): () => void;
}

/** A `Presence` together with the methods that apply the server's events. */
export interface PresenceState extends Presence {
  snapshot(snapshot: PresenceSnapshot): void;
  update(update: PresenceUpdate): void;
}

export function createPresence(): PresenceState {
  const listeners = createListeners<ReadonlySet<string>>();
  let online: ReadonlySet<string> = new Set();

  function setOnline(changed: ReadonlySet<string>): void {
    online = changed;
    listeners.notify(changed);
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
    snapshot: (snapshot) => setOnline(new Set(snapshot.online)),
    update({ userId, online: isOnline }) {
      const changed = new Set(online);
      if (isOnline) changed.add(userId);
      else changed.delete(userId);
      setOnline(changed);
    },
  };
}
