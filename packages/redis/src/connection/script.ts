import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { RedisClient } from "./redis-client.ts";

/**
 * A Lua script of this package, sent by its digest.
 *
 * Loads a script. A Redis that does not have it yet (new, restarted) is sent the whole text.
 */
export function loadScript(file: URL) {
  const source = readFileSync(file, "utf8");
  const digest = createHash("sha1").update(source).digest("hex");
  return {
    async run(
      redis: RedisClient,
      keys: readonly string[],
      args: readonly (string | Buffer | number)[],
    ): Promise<unknown> {
      try {
        return await redis.evalsha(digest, keys.length, ...keys, ...args);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
        return await redis.eval(source, keys.length, ...keys, ...args);
      }
    },
  };
}
