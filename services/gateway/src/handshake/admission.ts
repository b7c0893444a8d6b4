import type { IncomingMessage } from "node:http";
import type { AddressLimits, AddressRefusal } from "../limits/address-limits.ts";

/** Whether a connection may be made, and why not. */
export type Admission =
  | { readonly admitted: true }
  | {
      readonly admitted: false;
      readonly reason: AddressRefusal | "origin" | "draining" | "unavailable";
      /** When it may be worth another try; null when it never is. */
      readonly waitMs: number | null;
    };

export interface DoorRules {
  /** Origins of pages that may connect, besides loopback's; `*` for all. */
  readonly origins: readonly string[];
  isDraining(): boolean;
  addressOf(request: IncomingMessage): string;
}

/** Another replica may take a client at once. */
const elsewhereMs = 1_000;

/**
 * Decides at the upgrade, before anything is kept of the connection. Browsers let any page open a
 * WebSocket to anywhere and send its origin with it: only this check stands between.
 * Never rejects.
 */
export async function admit(
  request: IncomingMessage,
  rules: DoorRules,
  limits: AddressLimits,
): Promise<Admission> {
  if (rules.isDraining()) return { admitted: false, reason: "draining", waitMs: elsewhereMs };
  if (!isOriginAllowed(request.headers.origin, rules.origins)) {
    return { admitted: false, reason: "origin", waitMs: null };
  }
  const { socket } = request;
  try {
    const entry = await limits.enter(rules.addressOf(request));
    if (!entry.allowed) return { admitted: false, reason: entry.reason, waitMs: entry.waitMs };
    // The place is the connection's as long as its socket lasts; it may have gone already.
    if (socket.destroyed) entry.leave();
    else socket.once("close", () => entry.leave());
    return { admitted: true };
  } catch {
    return { admitted: false, reason: "unavailable", waitMs: elsewhereMs };
  }
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

function isOriginAllowed(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes("*") || allowed.includes(origin)) return true;
  return URL.canParse(origin) && loopback.has(new URL(origin).hostname);
}
