import type { Ack, AckDetails, ClientEvents } from "@jetwire/protocol";
import { createDeferred } from "../deferred.ts";
import { RealtimeError } from "./realtime-error.ts";
import type { ReconnectingConnection } from "./reconnecting-connection.ts";

/**
 * Events that the server acknowledges. A request that was not acknowledged before its connection was
 * lost is sent again on the next one, so only idempotent events may be sent in this way.
 */
export interface Requests {
  /** @throws RealtimeError if refused, or if no acknowledgement arrives within 20 s. */
  request(event: keyof ClientEvents, ...args: unknown[]): Promise<AckDetails>;
  connected(): void;
  disconnected(): void;
  /** Rejects all requests, pending and future. */
  ended(reason: string): void;
}

interface PendingRequest {
  readonly event: keyof ClientEvents;
  readonly args: readonly unknown[];
  readonly acknowledge: Ack;
  readonly fail: (error: RealtimeError) => void;
}

const pendingMax = 100;
const answerMsMax = 20_000;

export function createRequests({ send }: Pick<ReconnectingConnection, "send">): Requests {
  const pending = new Set<PendingRequest>();
  let isConnected = false;
  let endReason: string | null = null;

  return {
    async request(event, ...args) {
      if (endReason !== null) throw new RealtimeError("ended", endReason);
      if (pending.size >= pendingMax) {
        throw new RealtimeError("busy", `${pendingMax} requests are already pending`);
      }
      const { promise, resolve, reject } = createDeferred<AckDetails>();
      const acknowledge: Ack = (answer) => {
        if (answer.ok) resolve(answer);
        else reject(new RealtimeError("refused", answer.message));
      };
      const timer = setTimeout(() => {
        reject(new RealtimeError("timeout", `${event}: no answer within ${answerMsMax} ms`));
      }, answerMsMax);
      const request: PendingRequest = { event, args, acknowledge, fail: reject };
      pending.add(request);
      try {
        if (isConnected) send(event, args, acknowledge);
        return await promise;
      } finally {
        clearTimeout(timer);
        pending.delete(request);
      }
    },
    connected() {
      isConnected = true;
      for (const { event, args, acknowledge } of pending) send(event, args, acknowledge);
    },
    disconnected() {
      isConnected = false;
    },
    ended(reason) {
      endReason = reason;
      for (const { fail } of pending) fail(new RealtimeError("ended", reason));
    },
  };
}
