import { serverEvent } from "@jetwire/protocol";
import { openStores } from "@jetwire/redis";
import { openScopedRedis, type RedisScope } from "../redis-scope.ts";
import { openStockEmitter } from "./room-servers.ts";
import type { Send } from "./sender.ts";

/** Longer than a benchmark, so that no lease expires. */
const leaseMs = 600_000;

/** Sets a user online for every message, as another gateway would; the user's id is the message's. */
export async function sendPresence(scope: RedisScope): Promise<Send> {
  const { presence } = openStores(await openScopedRedis(scope, "request"), scope.namespace);
  return (messages) =>
    presence.renew(
      leaseMs,
      messages.map(({ id }) => ({ userId: id, connectionId: id })),
    );
}

/** Sends the same through the stock adapter. */
export async function sendStockPresence(scope: RedisScope): Promise<Send> {
  const io = await openStockEmitter(scope);
  return (messages) => {
    for (const { id } of messages) {
      io.emit(serverEvent.presenceUpdate, { userId: id, online: true });
    }
  };
}
