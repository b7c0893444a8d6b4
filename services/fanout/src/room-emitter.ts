import { createServer } from "node:http";
import { type MonitorData, serverEvent, type ServerEvents, type Whole } from "@jetwire/protocol";
import type { AdapterSubscriber, RedisConnection } from "@jetwire/redis";
import { createShardedAdapter } from "@socket.io/redis-adapter";
import { Server } from "socket.io";

/** Emits to the rooms of all gateways, through the adapter that they share. */
export type RoomEmitter = ReturnType<typeof openRoomEmitter>;

/**
 * Opens a Socket.IO server without clients. Its http server never listens, but has to exist: closing
 * a Socket.IO server that was never attached to one throws.
 */
export function openRoomEmitter(
  publisher: RedisConnection,
  subscriber: AdapterSubscriber,
  channelPrefix: string,
) {
  const io = new Server<Record<string, never>, ServerEvents>(createServer(), {
    adapter: createShardedAdapter(publisher, subscriber, {
      channelPrefix,
      subscriptionMode: "dynamic",
    }),
    serveClient: false,
    transports: ["websocket"],
  });
  return {
    /** Sends the room of a monitored station its messages. */
    data(room: string, data: MonitorData): void {
      io.to(room).emit(serverEvent.monitorData, data);
    },
    /** Sends a room a message of several blocks. */
    whole(room: string, whole: Whole): void {
      io.to(room).emit(serverEvent.messageAssembled, whole);
    },
    [Symbol.asyncDispose]: () => io.close(),
  };
}
