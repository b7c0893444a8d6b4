import type { SniffStats } from "@jetwire/protocol";
import type { FirehoseState, FirehoseStore } from "@jetwire/redis";
import { every, type Logger } from "@jetwire/runtime";
import type { SentCounts } from "./audiences.ts";

/** Sends connections that asked for it, every ten seconds, how much of the traffic they receive. */
export type SniffStatsSender = ReturnType<typeof createSniffStats>;

export interface StatsSource {
  counts(): SentCounts;
  /** Returns the least time between two writes of messages now, ms; 0 if the client has not asked for a pace. */
  everyMs(): number;
  emit(stats: SniffStats): void;
}

interface Subscriber extends StatsSource {
  sinceMs: number;
  sent: SentCounts;
  /** The deployment's totals when stats were sent last; null before they are known. */
  totals: Totals | null;
}

type Totals = Pick<FirehoseState, "seen" | "sampled">;

const periodMs = 10_000;
const checkMs = 1_000;

/** @param now monotonic, ms */
export function createSniffStats(
  store: Pick<FirehoseStore, "state">,
  log: Logger,
  now: () => number,
) {
  const subscribers = new Map<object, Subscriber>();

  function sendIfDue(subscriber: Subscriber, state: FirehoseState | null): void {
    const totals = state ?? subscriber.totals ?? { seen: 0, sampled: 0 };
    subscriber.totals ??= totals;
    if (now() - subscriber.sinceMs < periodMs) return;
    const counts = subscriber.counts();
    const everyMs = subscriber.everyMs();
    subscriber.emit({
      // Totals begin again at 0 in a Redis that was emptied.
      seen: Math.max(0, totals.seen - subscriber.totals.seen),
      sampled: Math.max(0, totals.sampled - subscriber.totals.sampled),
      sent: counts.sent - subscriber.sent.sent,
      dropped: counts.dropped - subscriber.sent.dropped,
      fraction: state?.fraction ?? 0,
      ...(everyMs > 0 && { everyMs }),
    });
    subscriber.sinceMs += periodMs;
    subscriber.sent = counts;
    subscriber.totals = totals;
  }

  async function send(): Promise<void> {
    if (subscribers.size === 0) return;
    const state = await store.state();
    for (const subscriber of subscribers.values()) sendIfDue(subscriber, state);
  }

  return {
    /** Starts sending; for a subscriber that has already started, begins anew. */
    start(subscriber: object, source: StatsSource): void {
      const sent = source.counts();
      subscribers.set(subscriber, { ...source, sinceMs: now(), sent, totals: null });
    },
    stop: (subscriber: object): void => void subscribers.delete(subscriber),
    /** Sends to all subscribers that are due. @throws when Redis does not answer. */
    send,
    // While Redis is unavailable nothing is sent; the next stats then cover a longer time.
    run: (signal: AbortSignal): Promise<void> =>
      every(checkMs, send, { signal, log, task: "send firehose stats" }),
  };
}
