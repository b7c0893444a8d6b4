import { serverEvent, sniffRoom } from "@jetwire/protocol";
import { openStores } from "@jetwire/redis";
import { openScopedRedis, plainChannel, type RedisScope } from "../redis-scope.ts";
import { openStockEmitter } from "./room-servers.ts";
import type { Send } from "./sender.ts";

/** Sends a tick to gateways as the sampler does. */
export async function sendFirehose(scope: RedisScope): Promise<Send> {
  const { firehose } = openStores(await openScopedRedis(scope, "request"), scope.namespace);
  return (messages) =>
    firehose.publish(
      { fraction: 1 },
      messages.map(({ message, text }) => ({ id: message.id, text })),
    );
}

/** Emits every message into the room of the firehose. */
export async function sendStockFirehose(scope: RedisScope): Promise<Send> {
  const io = await openStockEmitter(scope);
  return (messages) => {
    for (const { message } of messages) io.to(sniffRoom).emit(serverEvent.message, message);
  };
}

/** Publishes every message. */
export async function sendChannelMessages(scope: RedisScope): Promise<Send> {
  const redis = await openScopedRedis(scope, "request");
  const channel = plainChannel(scope);
  return (messages) => Promise.all(messages.map(({ text }) => redis.publish(channel, text)));
}

/** Publishes every tick. */
export async function sendChannelTicks(scope: RedisScope): Promise<Send> {
  const redis = await openScopedRedis(scope, "request");
  const channel = plainChannel(scope);
  return (messages) => redis.publish(channel, messages.map(({ text }) => text).join("\n"));
}
