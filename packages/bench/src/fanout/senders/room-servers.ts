import { createServer } from "node:http";
import { createAdapterSubscriber, createChannels, createKeys } from "@jetwire/redis";
import { createLogger } from "@jetwire/runtime";
import { createAdapter, createShardedAdapter } from "@socket.io/redis-adapter";
import { Server } from "socket.io";
import { openScopedRedis, type RedisScope } from "../redis-scope.ts";

/** Opens a Socket.IO server without clients that emits through the stock adapter. */
export async function openStockEmitter(scope: RedisScope): Promise<Server> {
  const adapter = createAdapter(
    await openScopedRedis(scope, "request"),
    await openScopedRedis(scope, "subscriber"),
    { key: scope.namespace },
  );
  return new Server(createServer(), { adapter, serveClient: false });
}

/** Opens a server like that of Jetwire's workers: sharded adapter, dynamic channels, its own prefix. */
export async function openJetwireEmitter(scope: RedisScope): Promise<Server> {
  const channels = createChannels(await openScopedRedis(scope, "subscriber"));
  const subscriber = createAdapterSubscriber(channels, createLogger("bench", "silent"));
  const adapter = createShardedAdapter(await openScopedRedis(scope, "request"), subscriber, {
    channelPrefix: createKeys(scope.namespace).adapterPrefix,
    subscriptionMode: "dynamic",
  });
  return new Server(createServer(), { adapter, serveClient: false });
}
