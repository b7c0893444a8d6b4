import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";

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

/** An address as limits count it: of IPv6 the /64. A proxy may call it anything: cut to a length. */
export function limitedAddress(given: string): string {
  const address = plain(given);
  if (isIPv6(address)) return network64(address);
  return isIP(address) ? address : address.slice(0, textMax);
}

/** The longest text that is an address. */
const textMax = 45;

function plain(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

function network64(address: string): string {
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const before = head.split(":").filter((group) => group !== "");
  const after = tail.split(":").filter((group) => group !== "");
  const zeros = address.includes("::") ? 8 - before.length - after.length : 0;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
