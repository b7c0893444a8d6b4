import type { IncomingMessage } from "node:http";
import type { Counter } from "@jetwire/runtime";
import type { AddressLimits } from "../limits/address-limits.ts";

/** Reasons for which connections are refused. */
export const connectionRefusals = [
  "attempt-limit",
  "address-limit",
  "blocked",
  "origin",
  "draining",
  "unavailable",
] as const;

export type ConnectionAdmissionResult =
  | { readonly admitted: true }
  | {
      readonly admitted: false;
      readonly reason: (typeof connectionRefusals)[number];
      /** Time after which another attempt may succeed, ms; null when none will. */
      readonly waitMs: number | null;
    };

/** Decides which connections may be made. */
export type ConnectionAdmission = ReturnType<typeof createConnectionAdmission>;

export interface ConnectionAdmissionOptions {
  /** Origins of web pages that may connect, besides loopback and the own host; `*` for all. */
  readonly origins: readonly string[];
  /** Returns the host that the client asked for, or null if there is no valid one. */
  readonly hostOf: (request: IncomingMessage) => string | null;
  readonly addresses: AddressLimits;
  /** Returns whether the operator has blocked the client's address. */
  readonly isBlocked: (request: IncomingMessage) => boolean;
  readonly refusals: Counter<"reason">;
}

/** Another replica may admit the client at once. */
const otherReplicaMs = 1_000;

/**
 * Browsers let any page open a WebSocket to any address, and send the page's origin with it: the
 * check of the origin is the only protection against other sites.
 */
export function createConnectionAdmission(options: ConnectionAdmissionOptions) {
  const { origins, hostOf, addresses, isBlocked, refusals } = options;
  let isClosed = false;
  let isDrained = false;

  function isOriginAllowed(origin: string | undefined, host: string | null): boolean {
    if (origin === undefined || origins.includes("*") || origins.includes(origin)) return true;
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    return loopback.has(page.hostname) || isOwnPage(page, host);
  }

  async function decide(request: IncomingMessage): Promise<ConnectionAdmissionResult> {
    if (isClosed || isDrained)
      return { admitted: false, reason: "draining", waitMs: otherReplicaMs };
    if (isBlocked(request)) return { admitted: false, reason: "blocked", waitMs: null };
    if (!isOriginAllowed(request.headers.origin, hostOf(request))) {
      return { admitted: false, reason: "origin", waitMs: null };
    }
    const { socket } = request;
    try {
      const entry = await addresses.enter(request);
      if (!entry.allowed) return { admitted: false, reason: entry.reason, waitMs: entry.waitMs };
      // The reservation lasts as long as the TCP socket, which may be closed already.
      if (socket.destroyed) entry.leave();
      else socket.once("close", () => entry.leave());
      return { admitted: true };
    } catch {
      return { admitted: false, reason: "unavailable", waitMs: otherReplicaMs };
    }
  }

  return {
    /** Decides on an upgrade request, before anything is stored for the connection. Never rejects. */
    async admit(request: IncomingMessage): Promise<ConnectionAdmissionResult> {
      const result = await decide(request);
      if (!result.admitted) refusals.inc({ reason: result.reason });
      return result;
    },
    /** Refuses everything from now on: the gateway is draining. */
    close: (): void => void (isClosed = true),
    /** Refuses everything while an operator drains the gateway. */
    drain: (isAsked: boolean): void => void (isDrained = isAsked),
    get isClosed(): boolean {
      return isClosed || isDrained;
    },
  };
}

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Returns whether a page was loaded from the host that the client now connects to. A browser sets both
 * headers itself. A page whose name its owner points to this gateway passes too; against it a
 * deployment serves its own name only, as the compose file's proxy does with `DOMAIN`.
 */
function isOwnPage({ protocol, host: pageHost }: URL, host: string | null): boolean {
  if (host === null || !/^https?:$/.test(protocol)) return false;
  // The scheme's default port may be written or not.
  const address = `${protocol}//${host}`;
  return URL.canParse(address) && new URL(address).host === pageHost;
}
