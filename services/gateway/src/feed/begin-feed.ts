import * as db from "@jetwire/db";
import type { KeyEnd } from "@jetwire/db";
import { serverEvent } from "@jetwire/protocol";
import { connectionOf, cutOff } from "../connection/engine-connection.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { ApiKeys } from "../handshake/api-keys.ts";
import type { GatewayMetrics } from "../metrics.ts";
import type { Query } from "../query.ts";
import type { FeedSubscription } from "./account-feed.ts";
import type { FeedSink } from "./feed-reader.ts";
import type { Feeds } from "./feeds.ts";

export interface BeginFeedOptions {
  readonly feeds: Feeds;
  readonly apiKeys: ApiKeys;
  readonly query: Query;
  readonly metrics: GatewayMetrics;
}

/** The account whose feed begins. */
export interface FeedOwner {
  /** The key by which the feed is read; null for a session, whose end disconnects the socket. */
  readonly keyId: string | null;
  readonly accountId: string;
  readonly username: string;
}

const endMessages: Readonly<Record<KeyEnd, string>> = {
  revoked: "API key revoked",
  expired: "API key expired",
  "account-ended": "Account ended",
};
const lastMessageMsMax = 1_000;

/**
 * Begins an account's feed on a socket and confirms it. It subscribes before it confirms, so that
 * everything ingested after the confirmation arrives.
 *
 * @throws when Redis or Postgres does not answer.
 */
export async function beginFeed(
  socket: GatewaySocket,
  { keyId, accountId, username }: FeedOwner,
  { feeds, apiKeys, query, metrics }: BeginFeedOptions,
): Promise<void> {
  let subscription: FeedSubscription | null = null;
  const unwatch =
    keyId === null
      ? () => {}
      : apiKeys.watch(keyId, (end) => {
          metrics.cutConnections.inc({ reason: `key-${end}` });
          endSocket(socket, endMessages[end]);
        });
  function release(): void {
    unwatch();
    subscription?.close();
  }
  socket.once("disconnect", release);
  try {
    subscription = await feeds.subscribe(accountId, sinkOf(socket), socket.data.after);
    const stations = await query((sql) => db.stations.listOwned(sql, accountId));
    // The socket may have disconnected before its listener could be called.
    if (!socket.connected) {
      release();
      return;
    }
    socket.emit(serverEvent.feedAuthenticated, { userId: accountId, username, stations });
    subscription.start(new Set(stations.map(({ id }) => id)));
  } catch (error) {
    release();
    throw error;
  }
}

function sinkOf(socket: GatewaySocket): FeedSink {
  return {
    connection: connectionOf(socket),
    wantsWholes: socket.data.assembled,
    resumed: (payload) => socket.emit(serverEvent.feedResumed, payload),
    gap: (payload) => socket.emit(serverEvent.feedGap, payload),
  };
}

/**
 * Sends the reason and disconnects, so that the client does not reconnect. Cuts off a client that
 * does not read even that within a second.
 */
function endSocket(socket: GatewaySocket, message: string): void {
  const connection = connectionOf(socket);
  socket.emit(serverEvent.feedError, { message });
  socket.disconnect(true);
  setTimeout(() => {
    if (connection.readyState !== "closed") cutOff(connection);
  }, lastMessageMsMax).unref();
}
