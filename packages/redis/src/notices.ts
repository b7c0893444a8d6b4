import { Notice } from "@jetwire/protocol";
import type { RedisClient } from "./redis-client.ts";
import type { Channels, Subscription } from "./channels.ts";
import type { Keys } from "./keys.ts";

/** Tells every process that listens now; who doesn't hear it finds out by asking Postgres. */
export async function publishNotice(redis: RedisClient, keys: Keys, notice: Notice): Promise<void> {
  await redis.spublish(keys.notices, JSON.stringify(notice));
}

/** Hears notices; what is none is passed over. */
export function hearNotices(
  channels: Channels,
  keys: Keys,
  hear: (notice: Notice) => void,
): Subscription {
  return channels.subscribe(keys.notices, (message) => {
    const notice = Notice.safeParse(parsedOrNull(message.toString()));
    if (notice.success) hear(notice.data);
  });
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
