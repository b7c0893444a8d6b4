import { serverEvent } from "@jetwire/protocol";
import { openStores } from "@jetwire/redis";
import { openRedis, type RedisScope } from "../redis-scope.ts";
import { openStockEmitter } from "./room-servers.ts";
import type { Send } from "./sender.ts";

/** Longer than a bench lasts: nobody goes offline by himself. */
const leaseMs = 600_000;

/** For every message a user comes online whose id is the message's, as a gateway elsewhere tells. */
export async function sendPresence(scope: RedisScope): Promise<Send> {
  const { presence } = openStores(await openRedis(scope, "request"), scope.namespace);
  return (messages) =>
    presence.renew(
      leaseMs,
      messages.map(({ id }) => ({ userId: id, connectionId: id })),
    );
}

/** The same to everybody through the stock adapter. */
export async function sendStockPresence(scope: RedisScope): Promise<Send> {
  const io = await openStockEmitter(scope);
  return (messages) => {
    for (const { id } of messages) {
      io.emit(serverEvent.presenceUpdate, { userId: id, online: true });
    }
  };
}
