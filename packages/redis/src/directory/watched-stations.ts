import { shareNext } from "@jetwire/runtime";
import { adapterRoomChannel, roomOfAdapterChannel } from "../channels/adapter-subscriber.ts";
import { type RedisClient, serversOf } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** The rooms in which at least one client monitors a station, on any gateway. */
export type WatchedStations = ReturnType<typeof createWatchedStations>;

export function createWatchedStations(redis: RedisClient, keys: Keys) {
  return {
    /**
     * Returns every such room that was subscribed in Redis when this was called. Calls made while
     * a request is in flight share the next one, because that one may be older than the call.
     *
     * @throws when Redis does not answer.
     */
    rooms: shareNext(async () => {
      const channels = await channelsLike(redis, adapterRoomChannel(keys, "station:*"));
      return new Set(channels.flatMap((channel) => roomOfAdapterChannel(keys, channel) ?? []));
    }),
  };
}

/**
 * Each server knows the channels of its own hash slots. Channels of an unavailable server cannot be
 * published to either, so its failure matters only when no server answers.
 */
async function channelsLike(redis: RedisClient, pattern: string): Promise<string[]> {
  const asked = serversOf(redis).map((server) => server.call("PUBSUB", "SHARDCHANNELS", pattern));
  const answers = await Promise.allSettled(asked);
  if (!answers.some(({ status }) => status === "fulfilled")) await Promise.all(asked);
  return answers.flatMap((one) => (one.status === "fulfilled" ? (one.value as string[]) : []));
}
