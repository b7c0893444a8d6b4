import type { IncomingMessage } from "node:http";
import { isIP, isIPv6 } from "node:net";
import proxyAddress from "proxy-addr";
import { z } from "zod";

/** The longest text of an IP address. */
const addressCharactersMax = 45;

/** Comma-separated addresses or networks of proxies: `10.0.0.7, 172.16.0.0/12, loopback`. */
export const trustedProxiesVariable = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/))
  .transform((parts) => parts.filter((part) => part !== ""))
  .refine(areProxies, "expected comma-separated IP addresses or networks such as 10.0.0.0/8");

function areProxies(parts: string[]): boolean {
  try {
    proxyAddress.compile(parts);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates the one reader of client addresses. It returns the address of the TCP peer or, if the
 * peer is a trusted proxy, the last address in `X-Forwarded-For` that is not a trusted proxy. A
 * proxy may forward any text; the result is at most 45 characters long.
 *
 * @param trustedProxies addresses and networks, as `trustedProxiesVariable` reads them
 */
export function createClientAddress(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return (request) => {
    // The socket of a request has no address any more once it is closed.
    if (request.socket.remoteAddress === undefined) return "";
    return withoutPrefix(proxyAddress(request, isTrusted)).slice(0, addressCharactersMax);
  };
}

/** A host name or an address, and perhaps a port: nothing that could change the meaning of a URL. */
const hostPattern = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Creates the one reader of the host that a client asked for. It returns the Host header or, if the
 * TCP peer is a trusted proxy that sends `X-Forwarded-Host`, the last host there. Null if there is
 * none, or if it is not a host with an optional port.
 *
 * @param trustedProxies addresses and networks, as `trustedProxiesVariable` reads them
 */
export function createRequestHost(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string | null {
  const isProxy = createProxyTest(trustedProxies);
  return ({ headers, socket }) => {
    const forwarded = isProxy(socket.remoteAddress ?? "") ? headers["x-forwarded-host"] : undefined;
    const host = forwarded === undefined ? headers.host : String(forwarded).split(",").at(-1);
    const name = host?.trim() ?? "";
    return hostPattern.test(name) ? name : null;
  };
}

/** Returns whether an address of a TCP peer is that of a trusted proxy, in front of many clients. */
export function createProxyTest(trustedProxies: readonly string[]): (address: string) => boolean {
  const isTrusted = proxyAddress.compile([...trustedProxies]);
  return (address) => isIP(address) !== 0 && isTrusted(withoutPrefix(address), 0);
}

/**
 * Returns whether an address of a TCP peer has no limits of its own: that of a trusted proxy, in front of many clients, or
 * one that the operator has exempted.
 */
export function createSharedTest(
  trustedProxies: readonly string[],
  exemptAddresses: readonly string[],
): (address: string) => boolean {
  const isProxy = createProxyTest(trustedProxies);
  const exempt = new Set(exemptAddresses.map(addressNetwork));
  return (address) => isProxy(address) || exempt.has(addressNetwork(address));
}

/**
 * Returns what limits count an address by: an IPv4 address as it is, and of an IPv6 address its
 * /64 network, because a customer of a provider gets a whole /64.
 */
export function addressNetwork(address: string): string {
  const plain = withoutPrefix(address);
  if (isIPv6(plain)) return `${firstGroups(plain, 4).join(":")}::/64`;
  return isIP(plain) ? plain : plain.slice(0, addressCharactersMax);
}

/** Turns an IPv4 address in IPv6 form (`::ffff:192.0.2.1`) into an IPv4 address. */
function withoutPrefix(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}

function firstGroups(address: string, count: number): string[] {
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const before = head.split(":").filter((group) => group !== "");
  const after = tail.split(":").filter((group) => group !== "");
  const zeros = address.includes("::") ? 8 - before.length - after.length : 0;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after];
  return groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
}
