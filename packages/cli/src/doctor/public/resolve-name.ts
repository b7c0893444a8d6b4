import { Resolver, lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { withDeadline } from "@jetwire/runtime";
import { reasonOf } from "./failure.ts";
import type { NameFacts } from "./public-facts.ts";

/** Addresses of a name that are tried; a name with more of them is a mistake or a trap. */
const addressesMax = 8;

/**
 * Resolves a name by DNS, as strangers do, and by the means of this machine. Never rejects.
 *
 * @param host a name or an address, of IPv6 with or without brackets
 */
export async function resolveName(host: string, msMax: number): Promise<NameFacts> {
  const name = host.replace(/^\[|\]$/g, "");
  const family = isIP(name);
  const none = { name, a: [], aaaa: [], error: null, local: null };
  if (family !== 0) return { ...none, [family === 4 ? "a" : "aaaa"]: [name] };
  const local = await withDeadline(lookup(name, { all: true }), msMax, "the resolver").catch(
    () => [],
  );
  const locals = local.map(({ address }) => address).slice(0, addressesMax);
  // Names of this machine are not in DNS.
  if (/(^|\.)localhost$/i.test(name)) {
    return { ...none, a: locals.filter(isIpv4), aaaa: locals.filter((one) => !isIpv4(one)) };
  }
  const resolver = new Resolver({ timeout: msMax, tries: 1 });
  const [a, aaaa] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const [four, six] = [valuesOf(a), valuesOf(aaaa)];
  const isFound = four.length + six.length > 0;
  const error = isFound || a.status === "fulfilled" ? null : reasonOf(a.reason);
  return { name, a: four, aaaa: six, error, local: locals };
}

function valuesOf(result: PromiseSettledResult<string[]>): string[] {
  return result.status === "fulfilled" ? result.value.slice(0, addressesMax) : [];
}

function isIpv4(address: string): boolean {
  return isIP(address) === 4;
}
