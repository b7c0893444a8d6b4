/**
 * Process of a client of ACARS Hub. Counts live messages, and measures the time from a message's sending to its handler.
 * Those of dumpvdl2 and dumphfdl are counted only, because ACARS Hub gives their time in whole seconds.
 *
 * argv: URL of the namespace.
 */
import { io } from "socket.io-client";
import { countReceived } from "../pipeline/received-messages.ts";

interface LiveMessage {
  readonly msghtml: { readonly message_type: string; readonly timestamp: number };
}

const [url = ""] = process.argv.slice(2);
const received = countReceived();

const socket = io(url, { transports: ["websocket"], reconnectionDelayMax: 500 });
// The first event of those that a client gets when all listeners are started.
socket.once("features_enabled", received.ready);
socket.on("acars_msg", ({ msghtml: { message_type: type, timestamp } }: LiveMessage) => {
  received.count(type === "ACARS" ? Math.round(timestamp * 1_000) : undefined);
});
