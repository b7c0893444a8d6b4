import { type Ack, type ClientEvents, clientEvent, rateLimitExceeded } from "@jetwire/protocol";

/** Sends a client event with its arguments; the server's answer, if one comes, goes to `ack`. */
export type Send = (event: keyof ClientEvents, args: readonly number[], ack: Ack) => void;

/** What can be subscribed to, and the events that begin and end it. */
const kinds = {
  sniff: { start: clientEvent.sniff, stop: clientEvent.sniffStop },
  monitor: { start: clientEvent.monitorStart, stop: clientEvent.monitorStop },
} as const;
type SubscriptionKind = keyof typeof kinds;

/** What a client wants to hear, whatever becomes of its connection meanwhile. */
export interface Subscriptions {
  want(kind: SubscriptionKind, ...args: number[]): void;
  unwant(kind: SubscriptionKind, ...args: number[]): void;
  /** A connection begins: nothing is subscribed on it yet. */
  connected(): void;
  disconnected(): void;
}

/** The contract allows 10 subscribe-type events a minute: what is refused may work a little later. */
const refusedRetryMs = 15_000;

/**
 * Keeps a server's idea of the subscriptions at the client's. A server forgets them with the
 * connection, so on a new one all are asked for again; those that its rate limit refuses (many
 * monitored stations) are asked for again later, until they stand or are no longer wanted.
 */
export function createSubscriptions(send: Send, retryMs = refusedRetryMs): Subscriptions {
  const wanted = new Map<string, { kind: SubscriptionKind; args: readonly number[] }>();
  const refused = new Set<string>();
  let isConnected = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function ask(key: string): void {
    const subscription = wanted.get(key);
    if (!isConnected || subscription === undefined) return;
    send(kinds[subscription.kind].start, subscription.args, (answer) => {
      if (answer.ok || answer.message !== rateLimitExceeded) return;
      refused.add(key);
      timer ??= setTimeout(askRefused, retryMs);
    });
  }

  function askRefused(): void {
    timer = undefined;
    const keys = [...refused];
    refused.clear();
    for (const key of keys) ask(key);
  }

  function forgetRefused(): void {
    clearTimeout(timer);
    timer = undefined;
    refused.clear();
  }

  return {
    want(kind, ...args) {
      const key = [kind, ...args].join(" ");
      if (wanted.has(key)) return;
      wanted.set(key, { kind, args });
      ask(key);
    },
    unwant(kind, ...args) {
      const key = [kind, ...args].join(" ");
      refused.delete(key);
      if (wanted.delete(key) && isConnected) send(kinds[kind].stop, args, () => {});
    },
    connected() {
      isConnected = true;
      forgetRefused();
      for (const key of wanted.keys()) ask(key);
    },
    disconnected() {
      isConnected = false;
      forgetRefused();
    },
  };
}
