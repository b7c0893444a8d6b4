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

export interface TickPublisherOptions {
  readonly secret: string;
  readonly fractionMax: number;
  readonly eventsPerSecondMax: number;
  /** About the shortest time between two ticks, ms. */
  readonly tickMs: number;
  readonly store: Pick<FirehoseStore, "countTraffic" | "setRule" | "subscribers" | "publish">;
  enrich(messages: readonly Message[]): Promise<EnrichedMessage[]>;
  readonly visibleStations: VisibleStations;
  /** Returns the stations of canary messages. */
  canaryIds(): ReadonlySet<number>;
  /** Monotonic, ms. */
  now(): number;
  /** Called when there is something for the next tick. */
  readonly onPending?: (() => void) | undefined;
  /** Records the spans of messages that are traced. */
  readonly trace?: StageTrace | undefined;
}

/** Seconds' worth of the budget that may wait for a tick; more is a burst that the rate missed. */
const pendingSecondsMax = 1;
/** How often traffic is counted while there is some, and while there is none: the fraction follows from it. */
const countMs = { busy: 200, idle: 1_000 };
/** A burst of more than this share of a second's budget is counted at once. */
const burstShare = 0.1;
/** A tick waits until about this many messages have come, but not longer than `tickMsMax`. */
const tickMessages = 5;
/** The longest time between two ticks while there is traffic, ms. */
const tickMsMax = 100;
/** How often the latest messages are updated while no gateway subscribes. */
const idleSendMs = 5_000;

/**
 * The sampler's part of the firehose: batches in, ticks out. As an outbox it passes what is sampled on
 * to the ticks only together with the acknowledgement, so that no two replicas send the same message.
 */
export class TickPublisher {
  readonly #options: TickPublisherOptions;
  readonly #secret;
  readonly #fractionMax;
  readonly #eventsPerSecondMax;
  readonly #store;
  readonly #enrich;
  readonly #canaryIds;
  readonly #now;
  readonly #trace;
  readonly #laterReceptions = createLaterReceptions();
  readonly #betterCopies;
  readonly #counts;
  readonly #fractionGauge;
  readonly #age;
  readonly #pendingMax;
  /** Sampled entries that are not acknowledged yet, by partition. */
  readonly #unacknowledged = new Map<number, readonly StreamEntry[]>();
  #pending: StreamEntry[] = [];
  /** The latest entries that were sampled while no gateway subscribed. */
  #unsent: StreamEntry[] = [];
  #received = 0;
  #sampled = 0;
  #sentMs = Number.NEGATIVE_INFINITY;
  #countedMs = Number.NEGATIVE_INFINITY;
  #fraction;
  #tickMs;
  #publishedFraction = Number.NaN;
  #hasSubscribers = false;
  readonly msMax = 0;
  readonly isLossy = true;

  constructor(options: TickPublisherOptions, metrics: Metrics) {
    this.#options = options;
    const { fractionMax, eventsPerSecondMax, now } = options;
    this.#secret = options.secret;
    this.#fractionMax = fractionMax;
    this.#eventsPerSecondMax = eventsPerSecondMax;
    this.#store = options.store;
    this.#enrich = options.enrich;
    this.#canaryIds = options.canaryIds;
    this.#now = now;
    this.#trace = options.trace;
    this.#betterCopies = createBetterCopies(now);
    this.#counts = metrics.counter({
      name: "jetwire_sampler_messages_total",
      help: "First receptions by result",
      labelNames: ["result"],
    });
    this.#fractionGauge = metrics.gauge({
      name: "jetwire_sampler_fraction",
      help: "Share of transmissions that is sampled now",
    });
    this.#age = createMessageAge("sample", metrics);
    this.#pendingMax = Math.max(10, eventsPerSecondMax * pendingSecondsMax);
    this.#fraction = fractionMax;
    this.#tickMs = options.tickMs;
  }

  /** The time from a tick to the next, ms: each costs the same, however few messages it has. */
  get tickMs(): number {
    return this.#tickMs;
  }

  isEmpty(partition: number): boolean {
    return !this.#unacknowledged.has(partition);
  }

  isFull(): boolean {
    return false;
  }

  send(partition: number): void {
    this.#pending.push(...(this.#unacknowledged.get(partition) ?? []));
    this.#unacknowledged.delete(partition);
    this.#options.onPending?.();
  }

  /** Whether the next tick has nothing to send. */
  get isIdle(): boolean {
    return (
      this.#pending.length === 0 && this.#laterReceptions.isEmpty && this.#betterCopies.isEmpty
    );
  }

  drop(partition: number): void {
    this.#unacknowledged.delete(partition);
  }

  /** Samples a batch of a partition. */
  push(partition: number, entries: readonly StreamEntry[]): void {
    const { chosen, transmissions } = sample(entries, this.#secret, {
      fraction: this.#fraction,
      canaryIds: this.#canaryIds(),
    });
    if (this.#hasSubscribers) {
      this.#laterReceptions.add(entries, this.#secret, this.#fraction);
      this.#betterCopies.add(entries, this.#secret, this.#fraction);
    }
    this.#received += transmissions;
    this.#counts.inc({ result: "not-sampled" }, transmissions - chosen.length);
    // Also without subscribers: a client that joins now gets what comes next.
    const accepted = chosen.slice(
      0,
      Math.max(0, this.#pendingMax - this.#pending.length - this.#waiting()),
    );
    this.#sampled += accepted.length;
    if (accepted.length > 0) {
      this.#unacknowledged.set(partition, [
        ...(this.#unacknowledged.get(partition) ?? []),
        ...accepted,
      ]);
    }
    this.#counts.inc({ result: "over-budget" }, chosen.length - accepted.length);
  }

  /** Counts what was received since the last tick, adapts the fraction, and sends what was sampled. */
  async tick(): Promise<void> {
    const { isIdle } = this;
    const entries = this.#pending;
    this.#pending = [];
    if (this.#isCountDue()) await this.#adaptFraction();
    const isDue = this.#now() - this.#sentMs >= idleSendMs;
    // What waits is sent in time, even if nothing follows it.
    if (isIdle && !(isDue && this.#unsent.length > 0)) return;
    this.#hasSubscribers ||= (await this.#store.subscribers()) > 0;
    const latest = [...this.#unsent, ...entries];
    if (this.#hasSubscribers || isDue) {
      this.#sentMs = this.#now();
      this.#unsent = [];
      await this.#send(latest);
    } else {
      this.#unsent = latest.slice(-recentMessagesMax);
      this.#counts.inc({ result: "no-subscriber" }, latest.length - this.#unsent.length);
    }
  }

  #isCountDue(): boolean {
    if (this.#received >= this.#eventsPerSecondMax * burstShare) return true;
    return this.#now() - this.#countedMs >= (this.#received > 0 ? countMs.busy : countMs.idle);
  }

  async #adaptFraction(): Promise<void> {
    this.#countedMs = this.#now();
    const counted = [this.#received, this.#sampled] as const;
    this.#received = this.#sampled = 0;
    const perSecond = await this.#store.countTraffic(...counted);
    this.#fraction = fractionFor(perSecond, this.#eventsPerSecondMax, this.#fractionMax);
    this.#fractionGauge.set(this.#fraction);
    const sampledPerSecond = perSecond * this.#fraction;
    const { tickMs } = this.#options;
    this.#tickMs = Math.max(tickMs, Math.min(tickMsMax, (1_000 * tickMessages) / sampledPerSecond));
    if (this.#fraction === this.#publishedFraction) return;
    await this.#store.setRule({
      fraction: this.#fraction,
      eventsPerSecondMax: this.#eventsPerSecondMax,
    });
    this.#publishedFraction = this.#fraction;
  }

  async #send(entries: readonly StreamEntry[]): Promise<void> {
    const fromMs = Date.now();
    const copies = this.#betterCopies.drain();
    const [enriched, better] = await Promise.all([
      this.#enrich(messagesOf(entries)),
      this.#enrich(copies),
    ]);
    this.#counts.inc({ result: "no-visible-station" }, entries.length - enriched.length);
    const later = await this.#laterReceptions.drain(this.#options.visibleStations);
    const hasLater = Object.keys(later).length > 0;
    if (enriched.length === 0 && !hasLater && better.length === 0) return;
    const messages = enriched.map((message) => ({ id: message.id, text: enrichedJson(message) }));
    const head = {
      fraction: this.#fraction,
      ...(hasLater && { later }),
      ...(better.length > 0 && { better: better.map(publicMessage) }),
    };
    this.#hasSubscribers = (await this.#store.publish(head, messages)) > 0;
    if (this.#hasSubscribers) {
      this.#age.reached(enriched.map(({ id }) => messageIdTimeMs(id)));
      this.#trace?.record(enriched, fromMs);
    }
    this.#counts.inc({ result: this.#hasSubscribers ? "sent" : "no-subscriber" }, enriched.length);
  }

  #waiting(): number {
    return Iterator.from(this.#unacknowledged.values()).reduce(
      (sum, { length }) => sum + length,
      0,
    );
  }
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
