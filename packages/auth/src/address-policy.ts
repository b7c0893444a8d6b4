import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { isSafeAddress } from "./safe-address.ts";

const entriesMax = 100;
const hostPattern = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = readonly [Address, number];

/** Decides which hosts may be requested that users choose. */
export type AddressPolicy = ReturnType<typeof createAddressPolicy>;

/**
 * Reads a variable with hosts and networks to which users may have requests sent, although they are private:
 * `ntfy.home.arpa, 192.168.1.0/24`.
 */
export const allowedHostsVariable = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""))
  .pipe(
    z
      .array(
        z
          .string()
          .toLowerCase()
          .refine(isEntry, "must be host names, IP addresses or networks like 192.168.1.0/24"),
      )
      .max(entriesMax),
  );

/**
 * Creates the policy: only addresses of the public Internet, over https, and what the operator allows besides.
 *
 * @param allowed entries of `allowedHostsVariable`
 */
export function createAddressPolicy(allowed: readonly string[] = []) {
  const networks = allowed.map(networkOf).filter((network) => network !== null);
  const names = new Set(allowed.filter((entry) => networkOf(entry) === null));

  function isAllowedNetwork(address: Address): boolean {
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  }

  return {
    /**
     * Whether a URL has a form that may be requested. Its host's addresses are checked when it is: a name may get others
     * at any time.
     */
    isAllowedUrl(text: string): boolean {
      if (!URL.canParse(text)) return false;
      const { protocol, username, password, hostname } = new URL(text);
      if (protocol === "https:") return isSafeAddress(text);
      const isPlain = protocol === "http:" && username === "" && password === "";
      if (!isPlain) return false;
      const host = bareHost(hostname);
      return (
        names.has(host) ||
        (isIP(host) === 0 ? networks.length > 0 : isAllowedNetwork(ipaddr.process(host)))
      );
    },
    /**
     * Whether a host's address may be connected to.
     *
     * @param host the host name or address in the URL
     * @param address one of the addresses that the host has now
     */
    isAllowedAddress(url: URL, address: string): boolean {
      if (isIP(address) === 0) return false;
      // An IPv4 address within an IPv6 address is the IPv4 address.
      const parsed = ipaddr.process(address);
      if (names.has(bareHost(url.hostname)) || isAllowedNetwork(parsed)) return true;
      return url.protocol === "https:" && isPublic(parsed);
    },
  };
}

/** Whether an address, as text, is one of the public Internet; an IPv4 address within an IPv6 address counts as itself. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && isPublic(ipaddr.process(address));
}

/**
 * Whether an address is one of the public Internet. Of IPv6, everything outside of 2000::/3 is local or translated:
 * loopback, link-local, unique local, multicast, NAT64.
 */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(ipaddr.parseCIDR("2000::/3"));
}

/** Returns the host of a URL without the brackets of IPv6, and without the dot at the end of a name. */
export function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "")
    .toLowerCase();
}

function isEntry(entry: string): boolean {
  return networkOf(entry) !== null || hostPattern.test(entry);
}

/** Returns the network of an entry; null if it is a name. */
function networkOf(entry: string): Network | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (isIP(entry) === 0) return null;
  const address = ipaddr.parse(entry);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
