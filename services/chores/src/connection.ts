import type { RedisOptions } from "bullmq";

const reconnectMsMax = 1_000;

/**
 * How BullMQ connects. It opens connections of its own, blocking ones among them, which wait for
 * Redis for ever instead of giving commands up; so nothing that a client waits for may use them.
 */
export function jobsConnection(url: string): RedisOptions {
  return {
    url,
    maxRetriesPerRequest: null,
    connectTimeout: 2_000,
    // BullMQ reads replies in the shapes of RESP2.
    protocol: 2,
    retryStrategy: (attempt: number) => Math.min(reconnectMsMax, 20 * 2 ** Math.min(attempt, 10)),
  };
}
