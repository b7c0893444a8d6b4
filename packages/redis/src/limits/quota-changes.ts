import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";

const script = loadScript(new URL("./quota-change.lua", import.meta.url));

/** Changes of one call; a script stops all other commands of Redis while it runs. */
const changesMax = 200;

interface Change {
  readonly name: string;
  /** Null to release one. */
  readonly max: number | null;
  readonly made: PromiseWithResolvers<boolean>;
}

/**
 * Sends changes of a replica's reservations to Redis, in order: those of one turn of the event loop by
 * one call, because many clients connect at once.
 *
 * @param replica its id
 */
export function createQuotaChanges(
  redis: RedisClient,
  { replicas, ofReplicaPrefix }: Keys["quota"],
  replica: string,
  leaseMs: number,
) {
  let waiting: Change[] = [];

  function send(): void {
    const changes = waiting;
    waiting = [];
    for (let start = 0; start < changes.length; start += changesMax) {
      void sendBatch(changes.slice(start, start + changesMax));
    }
  }

  /** Never rejects: each change learns of a failure. */
  async function sendBatch(changes: readonly Change[]): Promise<void> {
    const pairs = changes.flatMap(({ name, max }) => [name, max ?? ""]);
    const args = [replica, leaseMs, ofReplicaPrefix, ...pairs];
    try {
      const results = await script.run(redis, [replicas, ofReplicaPrefix + replica], args);
      changes.forEach(({ made }, n) => made.resolve((results as number[])[n] === 1));
    } catch (error) {
      for (const { made } of changes) made.reject(error);
    }
  }

  return {
    /**
     * Reserves one, or releases one if `max` is null.
     *
     * @returns whether it was reserved; false for a release that Redis did not know of.
     * @throws when Redis does not answer.
     */
    async change(name: string, max: number | null): Promise<boolean> {
      const made = Promise.withResolvers<boolean>();
      waiting.push({ name, max, made });
      if (waiting.length === 1) setImmediate(send);
      return await made.promise;
    },
  };
}
