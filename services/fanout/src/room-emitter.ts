import { createServer } from "node:http";
import { serverEvent, type ServerEvents } from "@jetwire/protocol";
import type { AdapterSubscriber, RedisConnection } from "@jetwire/redis";
import { createShardedAdapter } from "@socket.io/redis-adapter";
import { Server } from "socket.io";
import type { EmitToRoom } from "./station-rooms.ts";

/** Emits to the rooms of all gateways, through the adapter that they share. */
export interface RoomEmitter extends EmitToRoom, AsyncDisposable {}

/**
 * Opens a Socket.IO server without clients. Its http server never listens, but has to exist: closing
 * a Socket.IO server that was never attached to one throws.
 */
export function openRoomEmitter(
  publisher: RedisConnection,
  subscriber: AdapterSubscriber,
  channelPrefix: string,
): RoomEmitter {
  const io = new Server<Record<string, never>, ServerEvents>(createServer(), {
    adapter: createShardedAdapter(publisher, subscriber, {
      channelPrefix,
      subscriptionMode: "dynamic",
    }),
    serveClient: false,
    transports: ["websocket"],
  });
  return {
    data(room, data) {
      io.to(room).emit(serverEvent.monitorData, data);
    },
    whole(room, whole) {
      io.to(room).emit(serverEvent.messageAssembled, whole);
    },
    [Symbol.asyncDispose]: () => io.close(),
  };
}
