import { serverEvent, sniffRoom } from "@jetwire/protocol";
import { createKeys, publishFirehoseTick } from "@jetwire/redis";
import { openRedis, plainChannel, type RedisPlace } from "../redis-namespace.ts";
import { openStockEmitter } from "./room-servers.ts";
import type { Send } from "./sender.ts";

/** A tick to gateways, as the sampler sends it. */
export async function sendFirehose(place: RedisPlace): Promise<Send> {
  const redis = await openRedis(place, "request");
  const keys = createKeys(place.namespace);
  return (messages) =>
    publishFirehoseTick(
      redis,
      keys,
      { fraction: 1 },
      messages.map(({ text }) => text),
    );
}

/** An emit for every message, into the room of the firehose. */
export async function sendStockFirehose(place: RedisPlace): Promise<Send> {
  const io = await openStockEmitter(place);
  return (messages) => {
    for (const { message } of messages) io.to(sniffRoom).emit(serverEvent.message, message);
  };
}

/** A publish for every message. */
export async function sendChannelMessages(place: RedisPlace): Promise<Send> {
  const redis = await openRedis(place, "request");
  const channel = plainChannel(place);
  return (messages) => Promise.all(messages.map(({ text }) => redis.publish(channel, text)));
}

/** A publish for every tick. */
export async function sendChannelTicks(place: RedisPlace): Promise<Send> {
  const redis = await openRedis(place, "request");
  const channel = plainChannel(place);
  return (messages) => redis.publish(channel, messages.map(({ text }) => text).join("\n"));
}
