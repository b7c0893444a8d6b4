import { Notice } from "@jetwire/protocol";
import type { Channels, ChannelSubscription } from "../channels/channels.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** Notices to every process: revoked keys, ended sessions … They can be lost; Postgres decides. */
export function createNotices(redis: RedisClient, keys: Keys) {
  return {
    /** Sends a notice to every process that subscribes now. */
    async publish(notice: Notice): Promise<void> {
      await redis.spublish(keys.notices, JSON.stringify(notice));
    },
    /** Calls back with each notice. */
    subscribe: (channels: Channels, onNotice: (notice: Notice) => void): ChannelSubscription =>
      channels.subscribe(keys.notices, (message) => {
        const notice = Notice.safeParse(parsedOrNull(message.toString()));
        if (notice.success) onNotice(notice.data);
      }),
  };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
