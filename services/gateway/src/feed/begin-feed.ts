import type { KeyEnd } from "@jetwire/db";
import { serverEvent, type StationSummary } from "@jetwire/protocol";
import type { FeedSeat } from "./account-feed.ts";
import type { Account } from "../handshake/credentials.ts";
import type { Feeds } from "./feeds.ts";
import type { FeedOutlet } from "./feed-reader.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { KeyWatch } from "./key-watch.ts";
import { cutOff, wireOf } from "../connection/engine-connection.ts";

export interface BeginFeedSteps {
  readonly feeds: Feeds;
  readonly keyWatch: Pick<KeyWatch, "watch">;
  stationsOf(accountId: string): Promise<StationSummary[]>;
  /** A socket's key came to its end. */
  ended(end: KeyEnd): void;
}

const endMessages: Readonly<Record<KeyEnd, string>> = {
  revoked: "API key revoked",
  expired: "API key expired",
  "account-ended": "Account ended",
};
const lastWordsMsMax = 1_000;

/**
 * Begins an account's feed on a socket and confirms it. The seat is taken before the answer is sent,
 * so that whatever is ingested after the answer arrives.
 *
 * @throws when Redis or Postgres doesn't answer.
 */
export async function beginFeed(
  socket: GatewaySocket,
  { keyId, accountId, username }: Account,
  steps: BeginFeedSteps,
): Promise<void> {
  let seat: FeedSeat | null = null;
  const unwatch = steps.keyWatch.watch(keyId, (end) => {
    steps.ended(end);
    endSocket(socket, endMessages[end]);
  });
  function release(): void {
    unwatch();
    seat?.leave();
  }
  socket.once("disconnect", release);
  try {
    seat = await steps.feeds.join(accountId, outletOf(socket), socket.data.after);
    const stations = await steps.stationsOf(accountId);
    // Gone meanwhile, perhaps before its leaving could be heard of.
    if (!socket.connected) {
      release();
      return;
    }
    socket.emit(serverEvent.feedAuthenticated, { userId: accountId, username, stations });
    seat.begin(new Set(stations.map(({ id }) => id)));
  } catch (error) {
    release();
    throw error;
  }
}

function outletOf(socket: GatewaySocket): FeedOutlet {
  return {
    wire: wireOf(socket),
    resumed: (payload) => socket.emit(serverEvent.feedResumed, payload),
    gap: (payload) => socket.emit(serverEvent.feedGap, payload),
  };
}

/**
 * Says why and disconnects, so that the client stays away. Who doesn't take even that in a second
 * is cut off, with whatever still waits for it.
 */
function endSocket(socket: GatewaySocket, message: string): void {
  const wire = wireOf(socket);
  socket.emit(serverEvent.feedError, { message });
  socket.disconnect(true);
  setTimeout(() => {
    if (wire.readyState !== "closed") cutOff(wire);
  }, lastWordsMsMax).unref();
}
