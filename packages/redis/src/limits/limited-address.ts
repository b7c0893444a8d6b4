import { isIP, isIPv6 } from "node:net";

/** The longest text that is an address. */
const textMax = 45;

/**
 * An address as limits count it: of IPv6 the /64, because that is what one customer gets. A proxy may
 * call it anything: cut to a length.
 */
export function limitedAddress(given: string): string {
  const address = given.startsWith("::ffff:") && given.includes(".") ? given.slice(7) : given;
  if (isIPv6(address)) return network64(address);
  return isIP(address) ? address : address.slice(0, textMax);
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
