import type { EnrichedMessage, SniffFilter, SniffStats } from "@jetwire/protocol";
import { followOverHttp } from "./over-http.ts";
import { onRealtime } from "./realtime.ts";
import { createStore } from "../store.ts";

/** Figures of the firehose, from the server; null while there are none. */
export const sniffStats = createStore<{ readonly stats: SniffStats; readonly atMs: number } | null>(
  null,
);

/** The reason why the server refused the filter; null if it did not. */
export const sniffRefusal = createStore<string | null>(null);

/** The time at which the filter takes effect, in ms since 1970; null if it has. */
export const filterStartsAt = createStore<number | null>(null);

export interface SniffListener {
  /** Called for each message of the sample; first for the latest ones before the subscription. */
  onMessage(message: EnrichedMessage): void;
  /** Called with a later reception that says more about its transmission than what came before. */
  onBetter?(copy: EnrichedMessage): void;
  /** Called with the number of stations that have received a transmission so far. */
  onReceptions?(groupId: string, count: number): void;
}

const recentMessages = 50;
const quietMs = 800;
const subscribesMax = 8;
const windowMs = 60_000;

const subscribedAt: number[] = [];

/**
 * Subscribes to the firehose with a filter. It replaces the former subscription: the page has one at a
 * time. Changes of the filter are sent when it has not changed for a moment, at most eight a minute.
 *
 * @returns changes the filter, and ends the subscription
 */
export function sniff(listener: SniffListener, first: SniffFilter | undefined) {
  let filter = first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let subscribe: (() => void) | undefined;
  const request = {
    recent: recentMessages,
    stats: true,
    receptions: listener.onReceptions !== undefined,
    decoded: listener.onBetter !== undefined,
  };

  const http = followOverHttp(listener.onMessage, () => filter);
  const stop = onRealtime((realtime) => {
    const offs = [
      realtime.on("message", (message) => listener.onMessage(message)),
      realtime.on("messages:sniff:recent", ({ newMessages }) => {
        for (const message of newMessages.toReversed()) listener.onMessage(message);
      }),
      realtime.on("message:decoded", (copy) => listener.onBetter?.(copy)),
      realtime.on("messages:sniff:receptions", ({ groups }) => {
        for (const group of groups) listener.onReceptions?.(group.groupId, group.count);
      }),
      realtime.on("messages:sniff:stats", (stats) => sniffStats.set({ stats, atMs: Date.now() })),
      realtime.on("messages:sniff:started", () => sniffRefusal.set(null)),
      realtime.on("error", ({ message }) => sniffRefusal.set(message)),
    ];
    subscribe = () => {
      subscribedAt.push(Date.now());
      filterStartsAt.set(null);
      sniffStats.set(null);
      realtime.sniff({ ...request, ...(filter && { filter }) });
      http.filterChanged();
    };
    subscribe();
    return () => {
      for (const off of offs) off();
      realtime.stopSniffing();
      sniffStats.set(null);
    };
  });

  return {
    change(next: SniffFilter | undefined): void {
      filter = next;
      clearTimeout(timer);
      const waitMs = Math.max(quietMs, untilNextMs(Date.now()));
      if (waitMs > quietMs) filterStartsAt.set(Date.now() + waitMs);
      timer = setTimeout(() => subscribe?.(), waitMs);
    },
    stop(): void {
      clearTimeout(timer);
      filterStartsAt.set(null);
      http.stop();
      stop();
    },
  };
}

/** Returns how long the next subscription must wait, so that the server does not refuse it. */
function untilNextMs(nowMs: number): number {
  while (subscribedAt[0] !== undefined && subscribedAt[0] <= nowMs - windowMs) subscribedAt.shift();
  const first = subscribedAt.at(-subscribesMax);
  return first === undefined ? 0 : first + windowMs - nowMs;
}
