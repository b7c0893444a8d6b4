import type { AckDetails, SniffOptions } from "@jetwire/protocol";
import {
  clientEvent,
  internalError,
  rateLimitExceeded,
  serviceUnavailable,
} from "@jetwire/protocol/plain";
import { createDeferred, type Deferred } from "../deferred.ts";
import { RealtimeError } from "./realtime-error.ts";
import type { ReconnectingConnection } from "./reconnecting-connection.ts";

/** A subscription that lasts over all reconnections. */
export interface Subscription {
  /**
   * Resolves when the server has confirmed the subscription for the first time, with the details of
   * its acknowledgement. Rejects with `RealtimeError` if the server refuses it for good, or if it ends
   * first. The rejection may be ignored: it never becomes an unhandled one.
   */
  readonly started: Promise<AckDetails>;
  stop(): void;
}

/** A subject that a client can subscribe to. */
export type Topic =
  | { readonly kind: "sniff"; readonly options?: SniffOptions | undefined }
  | { readonly kind: "monitor"; readonly stationId: number }
  | {
      readonly kind: "watch";
      /** Names the filter. */
      readonly key: string;
      /** Return the arguments of the events, which change with what the client has received. */
      start(): unknown;
      stop(): unknown;
    };

/**
 * The subscriptions that the client wants. The server forgets them with the connection, so that all
 * are requested again on a new one: one after the other, because only ten a minute are allowed.
 */
export interface Subscriptions {
  subscribe(topic: Topic): Subscription;
  unsubscribe(topic: Topic): void;
  /** The server's event has confirmed a subscription. */
  started(topic: Topic): void;
  /** Returns the subscription that the server has been asked for, and has not confirmed yet. */
  requested(): Topic | null;
  /** A new connection is ready; it has no subscriptions yet. */
  connected(): void;
  disconnected(): void;
  /** There will be no further connection. */
  ended(reason: string): void;
}

const events = {
  sniff: { start: clientEvent.sniff, stop: clientEvent.sniffStop },
  watch: { start: clientEvent.watchStart, stop: clientEvent.watchStop },
  monitor: { start: clientEvent.monitorStart, stop: clientEvent.monitorStop },
} as const;

/** Refusals that a later request may not meet. */
const transientRefusals: ReadonlySet<string> = new Set([
  rateLimitExceeded,
  serviceUnavailable,
  internalError,
]);
const refusedRetryMs = 15_000;

interface Entry {
  readonly topic: Topic;
  readonly subscription: Subscription;
  readonly started: Deferred<AckDetails>;
  /** Describes the present connection. */
  state: "pending" | "requested" | "active";
}

/** @param confirmMs how long the server may take to confirm one before the connection is dropped */
export function createSubscriptions(
  connection: Pick<ReconnectingConnection, "send" | "drop">,
  confirmMs: number,
): Subscriptions {
  const entries = new Map<string, Entry>();
  let isConnected = false;
  let requested: Entry | null = null;
  /** Runs until the confirmation is due, or until the next attempt after a refusal. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPaused = false;

  function requestNext(): void {
    if (!isConnected || requested !== null || isPaused) return;
    const next = [...entries.values()].find(({ state }) => state === "pending");
    if (!next) return;
    const event = events[next.topic.kind].start;
    requested = next;
    next.state = "requested";
    const reason = `${event}: no answer within ${confirmMs} ms`;
    timer = setTimeout(() => connection.drop({ cause: "stalled", reason }), confirmMs);
    connection.send(event, startArgs(next.topic), (answer) => {
      if (answer.ok) confirm(next, answer);
      else refuse(next, answer.message);
    });
  }

  /** @returns whether it was this entry whose answer was pending. */
  function finishRequest(entry: Entry): boolean {
    if (requested !== entry) return false;
    clearTimeout(timer);
    requested = null;
    return true;
  }

  function confirm(entry: Entry, { filter }: AckDetails): void {
    entry.started.resolve(filter === undefined ? {} : { filter });
    if (!finishRequest(entry)) return;
    entry.state = "active";
    requestNext();
  }

  function refuse(entry: Entry, message: string): void {
    if (!finishRequest(entry)) return;
    if (!transientRefusals.has(message)) {
      remove(entry, new RealtimeError("refused", message));
      return requestNext();
    }
    entry.state = "pending";
    isPaused = true;
    timer = setTimeout(() => {
      isPaused = false;
      requestNext();
    }, refusedRetryMs);
  }

  function remove(entry: Entry, reason: RealtimeError): void {
    if (entries.get(keyOf(entry.topic)) === entry) entries.delete(keyOf(entry.topic));
    entry.started.reject(reason);
  }

  function stop(entry: Entry): void {
    if (entries.get(keyOf(entry.topic)) !== entry) return;
    remove(entry, new RealtimeError("ended", "unsubscribed"));
    if (!isConnected || entry.state === "pending") return;
    connection.send(events[entry.topic.kind].stop, stopArgs(entry.topic), () => {});
    if (finishRequest(entry)) requestNext();
  }

  function reset(): void {
    clearTimeout(timer);
    requested = null;
    isPaused = false;
    for (const entry of entries.values()) entry.state = "pending";
  }

  return {
    subscribe(topic) {
      const key = keyOf(topic);
      const known = entries.get(key);
      if (known && !hasOptions(topic) && !hasOptions(known.topic)) return known.subscription;
      // A new request replaces the options of the one before, at the server as well.
      if (known) {
        finishRequest(known);
        remove(known, new RealtimeError("ended", "replaced by other options"));
      }
      const started = createDeferred<AckDetails>();
      started.promise.catch(() => {});
      const subscription = { started: started.promise, stop: () => stop(entry) };
      const entry: Entry = { topic, subscription, started, state: "pending" };
      entries.set(key, entry);
      requestNext();
      return subscription;
    },
    unsubscribe(topic) {
      const entry = entries.get(keyOf(topic));
      if (entry) stop(entry);
    },
    started(topic) {
      // With options only the acknowledgement counts: the event may confirm the options before.
      if (requested && keyOf(requested.topic) === keyOf(topic) && !hasOptions(requested.topic)) {
        confirm(requested, {});
      }
    },
    requested: () => requested?.topic ?? null,
    connected() {
      reset();
      isConnected = true;
      requestNext();
    },
    disconnected() {
      isConnected = false;
      reset();
    },
    ended(reason) {
      isConnected = false;
      reset();
      for (const entry of entries.values()) remove(entry, new RealtimeError("ended", reason));
    },
  };
}

function keyOf(topic: Topic): string {
  switch (topic.kind) {
    case "sniff":
      return topic.kind;
    case "watch":
      return `${topic.kind} ${topic.key}`;
    case "monitor":
      return `${topic.kind} ${topic.stationId}`;
  }
}

function hasOptions(topic: Topic): boolean {
  return topic.kind === "watch" || (topic.kind === "sniff" && topic.options !== undefined);
}

function startArgs(topic: Topic): readonly unknown[] {
  if (topic.kind === "monitor") return [topic.stationId];
  if (topic.kind === "watch") return [topic.start()];
  return topic.options === undefined ? [] : [topic.options];
}

function stopArgs(topic: Topic): readonly unknown[] {
  if (topic.kind === "watch") return [topic.stop()];
  return topic.kind === "monitor" ? [topic.stationId] : [];
}
