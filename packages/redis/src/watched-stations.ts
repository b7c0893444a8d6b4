import { stationOfRoom } from "@jetwire/protocol";
import { shareNext } from "@jetwire/runtime";
import { type RedisClient, serversOf } from "./redis-client.ts";
import { adapterRoomChannel, roomOfAdapterChannel } from "./adapter-subscriber.ts";
import type { Keys } from "./keys.ts";

/** Stations that somebody monitors, on any gateway. */
export interface WatchedStations {
  /**
   * Every station whose room stood in Redis when this was called. Calls made while Redis is being
   * asked share the next answer, never the one under way: that one may be older than the call.
   *
   * @throws when Redis doesn't answer.
   */
  now(): Promise<ReadonlySet<number>>;
}

export function createWatchedStations(redis: RedisClient, keys: Keys): WatchedStations {
  return { now: shareNext(() => ask(redis, keys)) };
}

async function ask(redis: RedisClient, keys: Keys): Promise<ReadonlySet<number>> {
  const pattern = adapterRoomChannel(keys, "station:*");
  const channels = await channelsLike(redis, pattern);
  const stations = new Set<number>();
  for (const channel of channels) {
    const stationId = stationOfRoom(roomOfAdapterChannel(keys, channel) ?? "");
    if (stationId !== null) stations.add(stationId);
  }
  return stations;
}

/**
 * Each server knows the channels of its own slots. Those of one that is away can't be published to
 * either, so it is waited for only when no other answers.
 */
async function channelsLike(redis: RedisClient, pattern: string): Promise<string[]> {
  const asked = serversOf(redis).map((server) => server.call("PUBSUB", "SHARDCHANNELS", pattern));
  const answers = await Promise.allSettled(asked);
  if (!answers.some(({ status }) => status === "fulfilled")) await Promise.all(asked);
  return answers.flatMap((one) => (one.status === "fulfilled" ? (one.value as string[]) : []));
}
