import type { FeedAuthenticated, Message } from "@jetwire/protocol";
import { serverEvent } from "@jetwire/protocol";
import { io, type Socket } from "socket.io-client";

/** A stock Socket.IO client with an API key, which keeps the messages that it receives. */
export interface FeedClient extends Disposable {
  readonly socket: Socket;
  readonly authenticated: FeedAuthenticated;
  /** Every `feed:message`, in order of arrival. */
  readonly received: Message[];
}

/** Connects with an API key and waits for `feed:authenticated`. */
export async function connectFeed(gatewayUrl: string, apiKey: string): Promise<FeedClient> {
  const socket = io(gatewayUrl, { transports: ["websocket"], auth: { apiKey }, forceNew: true });
  const received: Message[] = [];
  socket.on(serverEvent.feedMessage, (message: Message) => received.push(message));
  const authenticated = await new Promise<FeedAuthenticated>((resolve, reject) => {
    socket.once(serverEvent.feedAuthenticated, resolve);
    socket.once(serverEvent.feedError, ({ message }: { message: string }) => {
      reject(new Error(message));
    });
    socket.once("connect_error", reject);
  });
  return { socket, authenticated, received, [Symbol.dispose]: () => socket.disconnect() };
}
