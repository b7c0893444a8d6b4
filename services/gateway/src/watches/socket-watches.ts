import { clientEvent, rateLimitExceeded, serverEvent, WatchStop } from "@jetwire/protocol";
import { createBoundedMap } from "@jetwire/runtime";
import { done, type OnEvent, refused } from "../connection/client-events.ts";
import { connectionOf } from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { FeedEncoding } from "../feed/feed-encoding.ts";
import type { FeedSink } from "../feed/feed-reader.ts";
import { accountIdsOf } from "../handshake/credentials.ts";
import type { EventLimit } from "../limits/event-limit.ts";
import type { StartedWatch, Watches } from "./watches.ts";

/** Watches of one socket. */
const watchesMax = 20;
const encodingsMax = 10_000;

/** Offers `messages:watch:start` and `messages:watch:stop` to sockets. */
export function createSocketWatches(watches: Watches, limit: EventLimit) {
  // Readers that share an encoding share what it encodes.
  const encodings = createBoundedMap<string, FeedEncoding>({ entriesMax: encodingsMax });

  function sinkOf(socket: GatewaySocket, watchId: string): FeedSink {
    const encoding = encodings.get(watchId) ?? encodingOf(watchId);
    encodings.set(watchId, encoding);
    return {
      connection: connectionOf(socket),
      encoding,
      wantsWholes: false,
      resumed: (payload) => void socket.emit(serverEvent.watchResumed, { watchId, ...payload }),
      gap: ({ after }) => void socket.emit(serverEvent.watchGap, { watchId, after }),
      // A watch has a position always.
      quiet(position: string) {
        const time = new Date().toISOString();
        socket.emit(serverEvent.watchHeartbeat, { watchId, position, time });
      },
    };
  }

  return {
    /** Registers the handlers of a socket. */
    offer(socket: GatewaySocket, on: OnEvent): void {
      const connection = connectionOf(socket);
      const started = new Map<string, StartedWatch>();

      on(clientEvent.watchStart, async (payload) => {
        if (!limit.consume(connection)) return refused(rateLimitExceeded);
        const [accountId] = accountIdsOf(socket.data.credentials);
        if (accountId === undefined) return refused("Not authenticated");
        if (started.size >= watchesMax) return refused("Too many watches of this connection");
        const result = await watches.start(accountId, payload, (id) => sinkOf(socket, id));
        if (!result.ok) return refused(result.reason, "Watch refused");
        const { watchId, filter, position, share, begin } = result.watch;
        stop(watchId);
        if (!socket.connected) {
          result.watch.stop();
          return done;
        }
        started.set(watchId, result.watch);
        socket.emit(serverEvent.watchStarted, { watchId, filter, position, share });
        begin();
        return { ok: true, details: { watchId, filter } };
      });

      on(clientEvent.watchStop, async (payload) => {
        if (!limit.consume(connection)) return refused(rateLimitExceeded);
        const asked = WatchStop.safeParse(payload);
        const watchId = asked.data?.watchId ?? "";
        if (!started.has(watchId)) return refused("Watch not found");
        stop(watchId);
        socket.emit(serverEvent.watchStopped, { watchId });
        return done;
      });

      socket.once("disconnect", () => {
        for (const watch of started.values()) watch.stop();
      });

      function stop(watchId: string): void {
        started.get(watchId)?.stop();
        started.delete(watchId);
      }
    },
  };
}

/** Encodes messages as `messages:watch:message`. */
function encodingOf(watchId: string): FeedEncoding {
  const [start, end] = [
    Buffer.from(`{"watchId":${JSON.stringify(watchId)},"message":`),
    Buffer.from("}"),
  ];
  const messages: FeedEncoding["messages"] = (entries) =>
    eventFrames(
      serverEvent.watchMessage,
      entries.map(({ messageJson }) => Buffer.concat([start, messageJson, end])),
    );
  return { messages, withWholes: messages };
}
