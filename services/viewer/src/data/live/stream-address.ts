import type { SniffFilter } from "@jetwire/protocol";
import { sniffMembers } from "@jetwire/protocol/plain";

/**
 * Returns the address of the firehose over HTTP, at the gateway of a realtime address.
 *
 * @param realtime `wss://…` or `ws://…`
 */
export function streamAddress(realtime: string, filter: SniffFilter | undefined): string {
  const url = new URL("/v1/stream?source=firehose", realtime.replace(/^ws/, "http"));
  for (const [name, mapped] of Object.entries(sniffMembers)) {
    const value = mapped === null ? undefined : filter?.[mapped.member];
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url.href;
}
