import { connectStock, type Handshake, type StockClient } from "@jetwire/cli";
import type { EventCheck } from "./event-check.ts";

/** Connects a stock client without waiting. Everything that it receives is compared with the golden payloads. */
export function connectChecked(
  url: string,
  handshake: Handshake,
  eventCheck: EventCheck,
): StockClient {
  const client = connectStock(url, handshake);
  client.socket.onAny((event: string, ...args: unknown[]) => eventCheck.check(event, args));
  return client;
}
