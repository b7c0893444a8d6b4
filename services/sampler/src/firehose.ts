import {
  type EnrichedMessage,
  type Message,
  messageIdTimeMs,
  recentMessagesMax,
  type StreamEntry,
} from "@jetwire/protocol";
import type { FirehoseStore } from "@jetwire/redis";
import { createMessageAge, type Metrics, type StageTrace } from "@jetwire/runtime";
import { createBetterCopies } from "./better-copies.ts";
import { enrichedJson, publicMessage } from "./enriched-json.ts";
import { createLaterReceptions, type VisibleStations } from "./later-receptions.ts";
import { fractionFor, sample } from "./sample.ts";

export interface FirehoseOptions {
  readonly secret: string;
  readonly fractionMax: number;
  readonly eventsPerSecondMax: number;
  readonly store: Pick<FirehoseStore, "countTraffic" | "setRule" | "subscribers" | "publish">;
  enrich(messages: readonly Message[]): Promise<EnrichedMessage[]>;
  readonly visibleStations: VisibleStations;
  /** Returns the stations of canary messages. */
  canaryIds(): ReadonlySet<number>;
  /** Monotonic, ms. */
  now(): number;
  /** Records the spans of messages that are traced. */
  readonly trace?: StageTrace | undefined;
}

/**
 * The sampler's part of the firehose: batches in, ticks out. As an outbox it passes what is sampled on
 * to the ticks only together with the acknowledgement, so that no two replicas send the same message.
 */
export type Firehose = ReturnType<typeof createFirehose>;

/** Seconds' worth of the budget that may wait for a tick; more is a burst that the rate missed. */
const pendingSecondsMax = 1;
/** How often the latest messages are updated while no gateway subscribes. */
const idleSendMs = 5_000;

export function createFirehose(options: FirehoseOptions, metrics: Metrics) {
  const { secret, fractionMax, eventsPerSecondMax, store, enrich, canaryIds, now, trace } = options;
  const laterReceptions = createLaterReceptions();
  const betterCopies = createBetterCopies(now);
  const counts = metrics.counter({
    name: "jetwire_sampler_messages_total",
    help: "First receptions by result",
    labelNames: ["result"],
  });
  const fractionGauge = metrics.gauge({
    name: "jetwire_sampler_fraction",
    help: "Share of transmissions that is sampled now",
  });
  const age = createMessageAge("sample", metrics);
  const pendingMax = Math.max(10, eventsPerSecondMax * pendingSecondsMax);
  /** Sampled entries that are not acknowledged yet, by partition. */
  const unacknowledged = new Map<number, readonly StreamEntry[]>();
  let pending: StreamEntry[] = [];
  /** The latest entries that were sampled while no gateway subscribed. */
  let unsent: StreamEntry[] = [];
  let received = 0;
  let sampled = 0;
  let sentMs = Number.NEGATIVE_INFINITY;
  let fraction = fractionMax;
  let publishedFraction = Number.NaN;
  let hasSubscribers = false;

  async function adaptFraction(): Promise<void> {
    const counted = [received, sampled] as const;
    received = sampled = 0;
    const perSecond = await store.countTraffic(...counted);
    fraction = fractionFor(perSecond, eventsPerSecondMax, fractionMax);
    fractionGauge.set(fraction);
    if (fraction === publishedFraction) return;
    await store.setRule({ fraction, eventsPerSecondMax });
    publishedFraction = fraction;
  }

  async function send(entries: readonly StreamEntry[]): Promise<void> {
    const fromMs = Date.now();
    const copies = betterCopies.take();
    const [enriched, better] = await Promise.all([enrich(messagesOf(entries)), enrich(copies)]);
    counts.inc({ result: "no-visible-station" }, entries.length - enriched.length);
    const later = await laterReceptions.take(options.visibleStations);
    const hasLater = Object.keys(later).length > 0;
    if (enriched.length === 0 && !hasLater && better.length === 0) return;
    const messages = enriched.map((message) => ({ id: message.id, text: enrichedJson(message) }));
    const head = {
      fraction,
      ...(hasLater && { later }),
      ...(better.length > 0 && { better: better.map(publicMessage) }),
    };
    hasSubscribers = (await store.publish(head, messages)) > 0;
    if (hasSubscribers) {
      age.reached(enriched.map(({ id }) => messageIdTimeMs(id)));
      trace?.record(enriched, fromMs);
    }
    counts.inc({ result: hasSubscribers ? "sent" : "no-subscriber" }, enriched.length);
  }

  function waiting(): number {
    return Iterator.from(unacknowledged.values()).reduce((sum, { length }) => sum + length, 0);
  }

  return {
    msMax: 0,
    isEmpty: (partition: number): boolean => !unacknowledged.has(partition),
    isFull: (): boolean => false,
    send(partition: number): void {
      pending.push(...(unacknowledged.get(partition) ?? []));
      unacknowledged.delete(partition);
    },
    drop: (partition: number): void => void unacknowledged.delete(partition),
    /** Samples a batch of a partition. */
    take(partition: number, entries: readonly StreamEntry[]): void {
      const { chosen, transmissions } = sample(entries, secret, {
        fraction,
        canaryIds: canaryIds(),
      });
      if (hasSubscribers) {
        laterReceptions.add(entries, secret, fraction);
        betterCopies.add(entries, secret, fraction);
      }
      received += transmissions;
      counts.inc({ result: "not-sampled" }, transmissions - chosen.length);
      // Also without subscribers: a client that joins now gets what comes next.
      const accepted = chosen.slice(0, Math.max(0, pendingMax - pending.length - waiting()));
      sampled += accepted.length;
      if (accepted.length > 0) {
        unacknowledged.set(partition, [...(unacknowledged.get(partition) ?? []), ...accepted]);
      }
      counts.inc({ result: "over-budget" }, chosen.length - accepted.length);
    },
    /** Counts what was received since the last tick, adapts the fraction, and sends what was sampled. */
    async tick(): Promise<void> {
      const entries = pending;
      pending = [];
      await adaptFraction();
      const isDue = now() - sentMs >= idleSendMs;
      const isIdle = entries.length === 0 && laterReceptions.isEmpty && betterCopies.isEmpty;
      // What waits is sent in time, even if nothing follows it.
      if (isIdle && !(isDue && unsent.length > 0)) return;
      hasSubscribers ||= (await store.subscribers()) > 0;
      const latest = [...unsent, ...entries];
      if (hasSubscribers || isDue) {
        sentMs = now();
        unsent = [];
        await send(latest);
      } else {
        unsent = latest.slice(-recentMessagesMax);
        counts.inc({ result: "no-subscriber" }, latest.length - unsent.length);
      }
    },
  };
}

function messagesOf(entries: readonly StreamEntry[]): Message[] {
  return entries.flatMap(({ messageJson }) => {
    try {
      return [JSON.parse(messageJson) as Message];
    } catch {
      return [];
    }
  });
}
