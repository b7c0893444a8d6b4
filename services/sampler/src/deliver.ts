import {
  type EnrichedMessage,
  type Message,
  recentMessagesMax,
  type StreamEntry,
} from "@jetwire/protocol";
import type { Metrics } from "@jetwire/runtime";
import { enrichedJson } from "./enriched-json.ts";
import { fractionFor, sample } from "./sample.ts";

/** What sampling and delivering need of the rest. */
export interface DeliverySteps {
  /** Adds to the deployment's counts; resolves to transmissions per second over all replicas. */
  countHeard(transmissions: number, chosen: number): Promise<number>;
  /** Publishes what is in force. */
  announce(fraction: number): Promise<void>;
  /** How many gateways listen. */
  listeners(): Promise<number>;
  enrich(messages: readonly Message[]): Promise<EnrichedMessage[]>;
  /** Sends a tick of JSON texts and keeps them as the latest; resolves to how many heard it. */
  publish(fraction: number, messageTexts: readonly string[]): Promise<number>;
  /** Monotonic, ms. */
  now(): number;
}

export interface SampleRules {
  readonly secret: string;
  readonly fractionMax: number;
  readonly eventsPerSecondMax: number;
}

/** The sampler's part of the firehose: batches in, ticks out. */
export interface Firehose {
  /** Samples a batch; what is chosen goes with the next tick. Never waits. */
  take(entries: readonly StreamEntry[]): void;
  /** One tick: what was heard is counted, the fraction follows, what was chosen is sent. */
  tick(): Promise<void>;
}

/** Seconds' worth of the budget that may wait for a tick; more is a burst that the rate missed. */
const waitingSecondsMax = 1;
/** While nobody listens, the latest messages are kept up to date this often, for who comes next. */
const quietMs = 5_000;

export function createFirehose(
  rules: SampleRules,
  steps: DeliverySteps,
  metrics: Metrics,
): Firehose {
  const counts = metrics.counter({
    name: "jetwire_sampler_messages_total",
    help: "First receptions by what became of them",
    labelNames: ["outcome"],
  });
  const fractionGauge = metrics.gauge({
    name: "jetwire_sampler_fraction",
    help: "Share of transmissions that is sampled now",
  });
  const waitingMax = Math.max(10, rules.eventsPerSecondMax * waitingSecondsMax);
  let waiting: StreamEntry[] = [];
  /** The latest ones that nobody was there to hear. */
  let unheard: StreamEntry[] = [];
  let transmissions = 0;
  let chosenSince = 0;
  let sentMs = Number.NEGATIVE_INFINITY;
  let fraction = rules.fractionMax;
  let announced = Number.NaN;
  let anybodyListens = false;

  async function followRate(): Promise<void> {
    const [heard, chosen] = [transmissions, chosenSince];
    transmissions = chosenSince = 0;
    const perSecond = await steps.countHeard(heard, chosen);
    fraction = fractionFor(perSecond, rules.eventsPerSecondMax, rules.fractionMax);
    fractionGauge.set(fraction);
    if (fraction === announced) return;
    await steps.announce(fraction);
    announced = fraction;
  }

  async function send(entries: readonly StreamEntry[]): Promise<void> {
    const enriched = await steps.enrich(messagesOf(entries));
    counts.inc({ outcome: "no-visible-station" }, entries.length - enriched.length);
    if (enriched.length === 0) return;
    const heardBy = await steps.publish(fraction, enriched.map(enrichedJson));
    anybodyListens = heardBy > 0;
    counts.inc({ outcome: heardBy > 0 ? "sent" : "nobody-listens" }, enriched.length);
  }

  return {
    take(entries) {
      const { chosen, transmissions: heard } = sample(entries, rules.secret, fraction);
      transmissions += heard;
      counts.inc({ outcome: "not-sampled" }, heard - chosen.length);
      // Kept even while nobody listens: whoever was told that he joined gets what comes next.
      const taken = chosen.slice(0, waitingMax - waiting.length);
      chosenSince += taken.length;
      waiting.push(...taken);
      counts.inc({ outcome: "over-budget" }, chosen.length - taken.length);
    },
    async tick() {
      const entries = waiting;
      waiting = [];
      await followRate();
      if (entries.length === 0) return;
      anybodyListens ||= (await steps.listeners()) > 0;
      const latest = [...unheard, ...entries];
      if (anybodyListens || steps.now() - sentMs >= quietMs) {
        sentMs = steps.now();
        unheard = [];
        await send(latest);
      } else {
        unheard = latest.slice(-recentMessagesMax);
        counts.inc({ outcome: "nobody-listens" }, latest.length - unheard.length);
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
