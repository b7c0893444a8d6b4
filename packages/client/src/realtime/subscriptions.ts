import {
  type AckDetails,
  clientEvent,
  rateLimitExceeded,
  type SniffOptions,
} from "@jetwire/protocol";
import { RealtimeError } from "./realtime-error.ts";
import type { Send } from "./requests.ts";

/** Something subscribed to, over all reconnections. */
export interface Subscription {
  /**
   * Resolves when it stands for the first time, with what the server says of it; rejects with
   * `RealtimeError` when refused for good, or over before. Nothing happens to who doesn't look.
   */
  readonly started: Promise<AckDetails>;
  stop(): void;
}

/** What can be subscribed to: by an event with one argument at most. */
export type Topic =
  | { readonly kind: "sniff"; readonly options?: SniffOptions | undefined }
  | { readonly kind: "monitor"; readonly stationId: number };

/**
 * Keeps a server's idea of the subscriptions at the client's. A server forgets them with the
 * connection, so on a new one all are asked for again: one after the other, because only ten a minute
 * are allowed and the rest has to wait.
 */
export interface Subscriptions {
  want(topic: Topic): Subscription;
  unwant(topic: Topic): void;
  /** The server has confirmed one by its event. */
  started(topic: Topic): void;
  /** A connection stands: nothing is subscribed on it yet. */
  connected(): void;
  disconnected(): void;
  /** There won't be another connection. */
  ended(reason: string): void;
}

export interface SubscriptionSteps {
  readonly send: Send;
  /** The server has said nothing to what was asked, in the time it had. */
  stalled(event: string): void;
  readonly confirmMs: number;
}

const starts = { sniff: clientEvent.sniff, monitor: clientEvent.monitorStart } as const;
const stops = { sniff: clientEvent.sniffStop, monitor: clientEvent.monitorStop } as const;

/** What may be otherwise a little later. */
const passing: ReadonlySet<string> = new Set([
  rateLimitExceeded,
  "Service unavailable",
  "Internal error",
]);
const refusedRetryMs = 15_000;

interface Wanted {
  readonly topic: Topic;
  readonly subscription: Subscription;
  readonly first: PromiseWithResolvers<AckDetails>;
  /** On this connection. */
  state: "unasked" | "asked" | "stands";
}

export function createSubscriptions(steps: SubscriptionSteps): Subscriptions {
  const wanted = new Map<string, Wanted>();
  let isConnected = false;
  let asking: Wanted | null = null;
  /** Of the answer that is waited for, or of the next try. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPaused = false;

  function askNext(): void {
    if (!isConnected || asking !== null || isPaused) return;
    const next = wanted.values().find(({ state }) => state === "unasked");
    if (!next) return;
    const event = starts[next.topic.kind];
    asking = next;
    next.state = "asked";
    timer = setTimeout(() => steps.stalled(event), steps.confirmMs);
    steps.send(event, argsOf(next.topic), (answer) => {
      if (answer.ok) confirm(next, answer);
      else refuse(next, answer.message);
    });
  }

  /** @returns whether it was the one whose answer was waited for. */
  function isAnswered(one: Wanted): boolean {
    if (asking !== one) return false;
    clearTimeout(timer);
    asking = null;
    return true;
  }

  function confirm(one: Wanted, details: AckDetails): void {
    const { filter } = details;
    one.first.resolve(filter === undefined ? {} : { filter });
    if (!isAnswered(one)) return;
    one.state = "stands";
    askNext();
  }

  function refuse(one: Wanted, message: string): void {
    if (!isAnswered(one)) return;
    if (passing.has(message)) {
      one.state = "unasked";
      isPaused = true;
      timer = setTimeout(goOn, refusedRetryMs);
      return;
    }
    forget(one, new RealtimeError("refused", message));
    askNext();
  }

  function goOn(): void {
    isPaused = false;
    askNext();
  }

  function forget(one: Wanted, why: RealtimeError): void {
    if (wanted.get(keyOf(one.topic)) === one) wanted.delete(keyOf(one.topic));
    one.first.reject(why);
  }

  function stop(one: Wanted): void {
    if (wanted.get(keyOf(one.topic)) !== one) return;
    forget(one, new RealtimeError("ended", "no longer wanted"));
    if (!isConnected || one.state === "unasked") return;
    steps.send(stops[one.topic.kind], stopArgsOf(one.topic), () => {});
    if (isAnswered(one)) askNext();
  }

  function restart(): void {
    clearTimeout(timer);
    asking = null;
    isPaused = false;
    for (const one of wanted.values()) one.state = "unasked";
  }

  return {
    want(topic) {
      const key = keyOf(topic);
      const known = wanted.get(key);
      if (known && !hasOptions(topic) && !hasOptions(known.topic)) return known.subscription;
      // Asked for otherwise, it is asked for anew; the server goes over to it.
      if (known) {
        isAnswered(known);
        forget(known, new RealtimeError("ended", "asked for otherwise"));
      }
      const first = Promise.withResolvers<AckDetails>();
      first.promise.catch(() => {});
      const subscription = { started: first.promise, stop: () => stop(one) };
      const one: Wanted = { topic, subscription, first, state: "unasked" };
      wanted.set(key, one);
      askNext();
      return subscription;
    },
    unwant(topic) {
      const one = wanted.get(keyOf(topic));
      if (one) stop(one);
    },
    started(topic) {
      // Options are acknowledged, with the filter; the event alone may be about those of before.
      if (asking && keyOf(asking.topic) === keyOf(topic) && !hasOptions(asking.topic)) {
        confirm(asking, {});
      }
    },
    connected() {
      restart();
      isConnected = true;
      askNext();
    },
    disconnected() {
      isConnected = false;
      restart();
    },
    ended(reason) {
      isConnected = false;
      restart();
      for (const one of wanted.values()) forget(one, new RealtimeError("ended", reason));
    },
  };
}

function keyOf(topic: Topic): string {
  return topic.kind === "sniff" ? topic.kind : `${topic.kind} ${topic.stationId}`;
}

function hasOptions(topic: Topic): boolean {
  return topic.kind === "sniff" && topic.options !== undefined;
}

function argsOf(topic: Topic): readonly unknown[] {
  if (topic.kind === "monitor") return [topic.stationId];
  return topic.options === undefined ? [] : [topic.options];
}

function stopArgsOf(topic: Topic): readonly unknown[] {
  return topic.kind === "monitor" ? [topic.stationId] : [];
}
