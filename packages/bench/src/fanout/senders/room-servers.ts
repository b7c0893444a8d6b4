import { createServer } from "node:http";
import { createAdapterSubscriber, createChannels, createKeys } from "@jetwire/redis";
import { createLogger } from "@jetwire/runtime";
import { createAdapter, createShardedAdapter } from "@socket.io/redis-adapter";
import { Server } from "socket.io";
import { openRedis, type RedisPlace } from "../redis-namespace.ts";

/** A Socket.IO server without clients that emits to others through the stock adapter. */
export async function openStockEmitter(place: RedisPlace): Promise<Server> {
  const adapter = createAdapter(
    await openRedis(place, "request"),
    await openRedis(place, "subscriber"),
    { key: place.namespace },
  );
  return new Server(createServer(), { adapter, serveClient: false });
}

/** The same as Jetwire's workers have it: the sharded adapter, dynamic channels, its own prefix. */
export async function openJetwireEmitter(place: RedisPlace): Promise<Server> {
  const channels = createChannels(await openRedis(place, "subscriber"));
  const subscriber = createAdapterSubscriber(channels, createLogger("bench", "silent"));
  const adapter = createShardedAdapter(await openRedis(place, "request"), subscriber, {
    channelPrefix: createKeys(place.namespace).adapterPrefix,
    subscriptionMode: "dynamic",
  });
  return new Server(createServer(), { adapter, serveClient: false });
}
