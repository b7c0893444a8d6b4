import { choresQueue } from "@jetwire/protocol";
import { createKeys, openCluster } from "@jetwire/redis";
import { readRedisAddress, readVariable, withDeadline } from "@jetwire/runtime";
import type { ConnectionOptions, Queue } from "bullmq";
import { CliError } from "../cli-error.ts";
import type { Call } from "../command.ts";

const connectMsMax = 3_000;
const closeMsMax = 1_000;

/**
 * Does something with the queue of the chores service, which is in the Redis of CHORES_REDIS_URL, by
 * default that of REDIS_URL.
 *
 * @param ms the time limit
 * @throws CliError if its Redis is not known or does not answer
 */
export async function withChoresQueue<T>(
  call: Call,
  ms: number,
  work: (queue: Queue) => Promise<T>,
): Promise<T> {
  const { redisUrl, namespace } = call.servers();
  const url = readVariable("CHORES_REDIS_URL", call.terminal.env) ?? redisUrl;
  if (url === null) throw new CliError("no_servers", "REDIS_URL is not set");
  // Imported here, because it takes a tenth of a second that other commands do not need.
  const { Queue } = await import("bullmq");
  let reason = "";
  using redis = connect(url);
  const prefix = createKeys(namespace).jobsPrefix;
  const queue = new Queue(choresQueue, {
    connection: redis.connection,
    prefix,
    skipMetasUpdate: true,
  });
  queue.on("error", (error) => (reason ||= error.message));
  try {
    await withDeadline(queue.waitUntilReady(), connectMsMax, "connecting").catch((cause: Error) => {
      const why = reason || cause.message;
      throw new CliError("unavailable", `the Redis of the job queue does not answer: ${why}`, {
        cause,
      });
    });
    return await withDeadline(work(queue), ms, "asking the queue");
  } finally {
    await withDeadline(queue.close(), closeMsMax, "closing the queue").catch(() => {
      void queue.disconnect().catch(() => {});
    });
  }
}

/** Connects with one attempt, so that a command fails at once. */
function connect(url: string): Disposable & { readonly connection: ConnectionOptions } {
  const address = readRedisAddress(url);
  if ("mistake" in address) {
    throw new CliError("usage", `CHORES_REDIS_URL or REDIS_URL: ${address.mistake}`);
  }
  // BullMQ reads replies in the shapes of RESP2.
  const shared = { connectTimeout: connectMsMax, maxRetriesPerRequest: 1, protocol: 2 } as const;
  if (address.kind === "server") {
    const connection = { ...address.at, ...shared, retryStrategy: () => null };
    return { connection, [Symbol.dispose]() {} };
  }
  const cluster = openCluster(address, shared, { clusterRetryStrategy: () => null });
  return { connection: cluster, [Symbol.dispose]: () => cluster.disconnect() };
}
