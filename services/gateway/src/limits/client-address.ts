import type { IncomingMessage } from "node:http";
import { limitedAddress } from "@jetwire/redis";

/**
 * Whose connection this is, as limits count it: the peer's address, or, where the peer is a
 * trusted proxy, the last address in X-Forwarded-For that isn't one. Of IPv6 the /64, because
 * that is what one customer gets.
 */
export function clientAddress(
  request: IncomingMessage,
  trustedProxies: ReadonlySet<string>,
): string {
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  let address = plain(request.socket.remoteAddress ?? "");
  while (trustedProxies.has(address)) {
    const next = forwarded.pop();
    if (next === undefined) break;
    address = plain(next);
  }
  return limitedAddress(address);
}

function plain(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
