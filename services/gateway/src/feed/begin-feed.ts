import * as db from "@jetwire/db";
import type { KeyEnd } from "@jetwire/db";
import type { FeedAuthenticated } from "@jetwire/protocol";
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
  /** The key by which the feed is read; null for a session, whose end disconnects the client. */
  readonly keyId: string | null;
  readonly accountId: string;
  readonly username: string;
}

const endMessages: Readonly<Record<KeyEnd, string>> = {
  revoked: "API key revoked",
  expired: "API key expired",
  "account-ended": "Account ended",
};

/** A client that receives the feed of its account. */
export interface FeedClient extends FeedSink {
  /** See {@link Handshake.after}. */
  readonly after: string | null | undefined;
  readonly isOpen: boolean;
  onceClosed(listener: () => void): void;
  authenticated(payload: FeedAuthenticated): void;
  /** Tells the reason and disconnects the client, which must not come again. */
  end(reason: string): void;
}

/**
 * Begins an account's feed for a client and confirms it. It subscribes before it confirms, so that
 * everything ingested after the confirmation arrives.
 *
 * @throws when Redis or Postgres does not answer.
 */
export async function beginFeed(
  client: FeedClient,
  { keyId, accountId, username }: FeedOwner,
  { feeds, apiKeys, query, metrics }: BeginFeedOptions,
): Promise<void> {
  let subscription: FeedSubscription | null = null;
  const unwatch = keyId === null ? () => {} : watchKey(keyId, client, apiKeys, metrics);
  function release(): void {
    unwatch();
    subscription?.close();
  }
  client.onceClosed(release);
  try {
    subscription = await feeds.subscribe(accountId, client, client.after);
    const stations = await query((sql) => db.stations.listOwned(sql, accountId));
    // The client may have disconnected before its listener could be called.
    if (!client.isOpen) {
      release();
      return;
    }
    client.authenticated({ userId: accountId, username, stations });
    subscription.start(new Set(stations.map(({ id }) => id)));
  } catch (error) {
    release();
    throw error;
  }
}

/** Ends a client when its key ends. @returns a function that ends the watch */
export function watchKey(
  keyId: string,
  client: Pick<FeedClient, "end">,
  apiKeys: Pick<ApiKeys, "watch">,
  metrics: Pick<GatewayMetrics, "cutConnections">,
): () => void {
  return apiKeys.watch(keyId, (end) => {
    metrics.cutConnections.inc({ reason: `key-${end}` });
    client.end(endMessages[end]);
  });
}
