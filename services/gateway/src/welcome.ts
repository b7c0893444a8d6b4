import { serverEvent, type StationSummary } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import { type Account, isKnown } from "./credentials.ts";
import type { Feeds } from "./feed.ts";
import type { GatewaySocket } from "./gateway-socket.ts";
import { wireOf } from "./wire.ts";

export interface WelcomeSteps {
  readonly feeds: Feeds;
  stationsOf(accountId: string): Promise<StationSummary[]>;
  readonly log: Logger;
}

const unavailable = { message: "Service unavailable" };

/**
 * Answers a socket's credentials: the feed begins, the session is confirmed, or the client is told
 * what is wrong and, unless another credential held, disconnected.
 * Never rejects.
 */
export async function welcome(socket: GatewaySocket, steps: WelcomeSteps): Promise<void> {
  const { account, session } = socket.data.credentials;
  if (account.outcome === "invalid") {
    socket.emit(serverEvent.feedError, { message: "Invalid API key" });
  }
  if (session.outcome === "invalid") {
    socket.emit(serverEvent.chatError, { message: "Invalid token" });
  }
  if (account.outcome === "unavailable" || session.outcome === "unavailable") {
    const event = account.outcome === "unavailable" ? serverEvent.feedError : serverEvent.chatError;
    socket.emit(event, unavailable);
    comeBackLater(socket);
    return;
  }
  const rejected = account.outcome === "invalid" || session.outcome === "invalid";
  if (rejected && !isKnown(socket.data.credentials)) {
    socket.disconnect(true);
    return;
  }
  if (session.outcome === "held") {
    socket.emit(serverEvent.chatAuthenticated, { userId: session.holder.userId });
  }
  if (account.outcome === "held") await beginFeed(socket, account.holder, steps);
}

/**
 * The place in the feed log is taken before the answer is sent, so that whatever is ingested after
 * it arrives.
 */
async function beginFeed(
  socket: GatewaySocket,
  { accountId, username }: Account,
  steps: WelcomeSteps,
): Promise<void> {
  try {
    const place = await steps.feeds.join(accountId, wireOf(socket));
    socket.once("disconnect", () => place.leave());
    const answer = { userId: accountId, username, stations: await steps.stationsOf(accountId) };
    // Gone meanwhile, perhaps before its leaving could be heard of.
    if (!socket.connected) {
      place.leave();
      return;
    }
    socket.emit(serverEvent.feedAuthenticated, answer);
    place.begin();
  } catch (error) {
    steps.log.warn({ err: error }, "a feed could not begin");
    socket.emit(serverEvent.feedError, unavailable);
    comeBackLater(socket);
  }
}

/** Closing the transport alone lets clients reconnect by themselves; a disconnect would not. */
function comeBackLater(socket: GatewaySocket): void {
  wireOf(socket).close();
}
