import type {
  Message,
  WatchFilter,
  WatchGap,
  WatchHeartbeat,
  WatchResumed,
} from "@jetwire/protocol";
import { createRecentIds } from "../feed/recent-ids.ts";
import type { Subscription, Subscriptions, Topic } from "./subscriptions.ts";

/** How to handle the messages of a watch. */
export interface WatchOptions {
  /** Called with each message once, in the server's order for each station. */
  readonly handle: (message: Message) => void;
  /** A message id or a position, to begin with what came since then, an hour ago at most. */
  readonly after?: string | undefined;
  /** Called where messages are missing: read them by REST. */
  readonly onGap?: ((gap: Pick<WatchGap, "after">) => void) | undefined;
  /** Called when all messages that were missed while disconnected have been handled. */
  readonly onResumed?:
    | ((resumed: Pick<WatchResumed, "recovered" | "replayed">) => void)
    | undefined;
  /** Called every 15 s in which nothing comes. */
  readonly onQuiet?: ((heartbeat: Pick<WatchHeartbeat, "position" | "time">) => void) | undefined;
}

/** A watch that lasts over all reconnections. */
export interface Watch extends Subscription {
  /** The `after` with which another process goes on here; undefined before the watch has begun. */
  readonly position: string | undefined;
}

interface OpenWatch {
  readonly topic: Topic;
  readonly options: WatchOptions;
  readonly isNew: (id: string) => boolean;
  /** The name that the server gave it on this connection. */
  watchId: string | undefined;
  position: string | undefined;
}

/** A resume repeats at most what came in ten seconds. */
const recentIdsMax = 5_000;

/** Creates the watches of a connection, and the handlers of their events. */
export function createWatches(subscriptions: Subscriptions) {
  const open = new Set<OpenWatch>();

  function find(watchId: string): OpenWatch | undefined {
    return [...open].find((watch) => watch.watchId === watchId);
  }

  return {
    watch(filter: WatchFilter, options: WatchOptions): Watch {
      const recent = createRecentIds(recentIdsMax);
      const watch: OpenWatch = {
        topic: {
          kind: "watch",
          key: JSON.stringify(filter),
          start: () => ({ filter, ...(watch.position !== undefined && { after: watch.position }) }),
          stop: () => ({ watchId: watch.watchId }),
        },
        options,
        isNew: (id) => recent.add(id),
        watchId: undefined,
        position: options.after,
      };
      open.add(watch);
      const { started, stop } = subscriptions.subscribe(watch.topic);
      started.catch(() => open.delete(watch));
      return {
        started,
        stop() {
          stop();
          open.delete(watch);
        },
        get position() {
          return watch.position;
        },
      };
    },
    /** Watches are requested one after the other: this one was requested last. */
    started({ watchId, position }: { readonly watchId: string; readonly position: string }): void {
      const requested = subscriptions.requested();
      const watch = [...open].find(({ topic }) => topic === requested);
      if (watch === undefined) return;
      watch.watchId = watchId;
      watch.position ??= position;
    },
    received({ watchId, message }: { readonly watchId: string; readonly message: Message }): void {
      const watch = find(watchId);
      if (watch === undefined) return;
      watch.position = message.id;
      if (watch.isNew(message.id)) watch.options.handle(message);
    },
    resumed: ({ watchId, ...resumed }: WatchResumed): void =>
      find(watchId)?.options.onResumed?.(resumed),
    gap: ({ watchId, ...gap }: WatchGap): void => find(watchId)?.options.onGap?.(gap),
    quiet({ watchId, ...heartbeat }: WatchHeartbeat): void {
      const watch = find(watchId);
      if (watch === undefined) return;
      watch.position = heartbeat.position;
      watch.options.onQuiet?.(heartbeat);
    },
    disconnected(): void {
      for (const watch of open) watch.watchId = undefined;
    },
  };
}
