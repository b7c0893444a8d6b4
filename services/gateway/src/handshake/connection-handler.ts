import { rateLimitExceeded, serverEvent } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import { beginFeed, type BeginFeedSteps } from "../feed/begin-feed.ts";
import { type Account, type Checked, isKnown } from "./credentials.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { SessionHolder } from "../session/session.ts";
import type { Sessions } from "../session/sessions.ts";
import { wireOf } from "../connection/engine-connection.ts";

export interface WelcomeSteps extends BeginFeedSteps {
  readonly sessions: Sessions;
  readonly log: Logger;
}

const unavailable = { message: "Service unavailable" };
/** What may be otherwise at another time: the client is to come back. */
const passing: Partial<Record<Checked<unknown>["outcome"], { message: string }>> = {
  unavailable,
  "rate-limited": { message: rateLimitExceeded },
  "over-limit": { message: "Too many connections" },
};

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
  const [feedTrouble, chatTrouble] = [passing[account.outcome], passing[session.outcome]];
  if (feedTrouble) socket.emit(serverEvent.feedError, feedTrouble);
  if (chatTrouble) socket.emit(serverEvent.chatError, chatTrouble);
  if (feedTrouble || chatTrouble) {
    comeBackLater(socket);
    return;
  }
  const rejected = account.outcome === "invalid" || session.outcome === "invalid";
  if (rejected && !isKnown(socket.data.credentials)) {
    socket.disconnect(true);
    return;
  }
  await Promise.all([
    session.outcome === "held" ? tryBeginSession(socket, session.holder, steps) : null,
    account.outcome === "held" ? tryBeginFeed(socket, account.holder, steps) : null,
  ]);
}

async function tryBeginSession(
  socket: GatewaySocket,
  holder: SessionHolder,
  steps: WelcomeSteps,
): Promise<void> {
  try {
    await steps.sessions.begin(socket, holder);
  } catch (error) {
    steps.log.warn({ err: error }, "a session could not begin");
    socket.emit(serverEvent.chatError, unavailable);
    comeBackLater(socket);
  }
}

async function tryBeginFeed(
  socket: GatewaySocket,
  account: Account,
  steps: WelcomeSteps,
): Promise<void> {
  try {
    await beginFeed(socket, account, steps);
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
