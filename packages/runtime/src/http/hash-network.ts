import { createHmac } from "node:crypto";
import { addressNetwork } from "./client-address.ts";

const bytes = 16;

/**
 * Returns a keyed hash of an address' network, by which networks are compared without being stored.
 * Addresses of one IPv6 /64 have the same hash.
 *
 * @param secret the key; the hash of an address could otherwise be found by trying all addresses
 */
export function hashNetwork(address: string, secret: string): Buffer {
  const hmac = createHmac("sha256", secret).update(`network|${addressNetwork(address)}`);
  return hmac.digest().subarray(0, bytes);
}
