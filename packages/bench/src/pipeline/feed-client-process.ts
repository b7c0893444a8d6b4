/**
 * Process of a feeder account's client. Counts `feed:message` and measures the time from a
 * message's sending (its timestamp) to its handler.
 *
 * argv: gateway URL, API key.
 */
import { io } from "socket.io-client";
import { countReceived } from "./received-messages.ts";

const [url = "", apiKey = ""] = process.argv.slice(2);
const received = countReceived();

const socket = io(url, { transports: ["websocket"], auth: { apiKey } });
socket.on("feed:authenticated", received.ready);
socket.on("feed:error", ({ message }: { message: string }) => {
  throw new Error(message);
});
socket.on("feed:message", ({ timestamp }: { timestamp: string }) => {
  received.count(Date.parse(timestamp));
});
