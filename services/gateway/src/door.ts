import type { IncomingMessage } from "node:http";

/** Whether a connection may be made, and why not. */
export type Admission =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly reason: "origin" | "address-limit" | "draining" };

export interface DoorRules {
  /** Origins of pages that may connect, besides loopback's; `*` for all. */
  readonly origins: readonly string[];
  readonly perAddressMax: number;
}

/**
 * Decides at the upgrade, before anything is kept of the connection. Browsers let any page open a
 * WebSocket to anywhere and send its origin with it: only this check stands between.
 *
 * @param connected connections there are from the client's address
 */
export function admit(
  request: Pick<IncomingMessage, "headers">,
  connected: number,
  draining: boolean,
  rules: DoorRules,
): Admission {
  if (draining) return { admitted: false, reason: "draining" };
  if (!isOriginAllowed(request.headers.origin, rules.origins)) {
    return { admitted: false, reason: "origin" };
  }
  if (connected >= rules.perAddressMax) return { admitted: false, reason: "address-limit" };
  return { admitted: true };
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

function isOriginAllowed(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes("*") || allowed.includes(origin)) return true;
  return URL.canParse(origin) && loopback.has(new URL(origin).hostname);
}
