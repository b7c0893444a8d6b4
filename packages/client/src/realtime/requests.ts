import type { Ack, AckDetails, ClientEvents } from "@jetwire/protocol";
import { RealtimeError } from "./realtime-error.ts";

/** Sends a client event; nothing is sent, nor answered, without a connection. */
export type Send = (event: keyof ClientEvents, args: readonly unknown[], ack: Ack) => void;

/**
 * Events that are asked for and answered. What wasn't answered when its connection went is asked again
 * on the next one: only for what may be done twice.
 */
export interface Requests {
  /**
   * @throws RealtimeError when refused, or not answered in time, whatever becomes of the connection
   *   meanwhile.
   */
  ask(event: keyof ClientEvents, ...args: unknown[]): Promise<AckDetails>;
  connected(): void;
  disconnected(): void;
  /** There won't be another connection. */
  ended(reason: string): void;
}

interface Asked {
  readonly event: keyof ClientEvents;
  readonly args: readonly unknown[];
  readonly answered: Ack;
  readonly failed: (error: RealtimeError) => void;
}

const askedMax = 100;
const answerMsMax = 20_000;

export function createRequests(send: Send): Requests {
  const all = new Set<Asked>();
  let isConnected = false;
  let endReason: string | null = null;

  async function answerTo(event: keyof ClientEvents, args: unknown[]): Promise<AckDetails> {
    const { promise, resolve, reject } = Promise.withResolvers<AckDetails>();
    const asked: Asked = {
      event,
      args,
      answered: (answer) => {
        if (answer.ok) resolve(answer);
        else reject(new RealtimeError("refused", answer.message));
      },
      failed: reject,
    };
    const timer = setTimeout(() => {
      reject(new RealtimeError("timeout", `${event}: no answer within ${answerMsMax} ms`));
    }, answerMsMax);
    all.add(asked);
    try {
      if (isConnected) send(event, args, asked.answered);
      return await promise;
    } finally {
      clearTimeout(timer);
      all.delete(asked);
    }
  }

  return {
    async ask(event, ...args) {
      if (endReason !== null) throw new RealtimeError("ended", endReason);
      if (all.size >= askedMax) {
        throw new RealtimeError("busy", `${askedMax} requests wait for an answer already`);
      }
      return await answerTo(event, args);
    },
    connected() {
      isConnected = true;
      for (const { event, args, answered } of all) send(event, args, answered);
    },
    disconnected() {
      isConnected = false;
    },
    ended(reason) {
      endReason = reason;
      for (const { failed } of all) failed(new RealtimeError("ended", reason));
    },
  };
}
