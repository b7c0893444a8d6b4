import type { IncomingMessage } from "node:http";
import type { Attempt, Limiters, Quota } from "@jetwire/redis";
import {
  addressNetwork,
  createBoundedMap,
  createClientAddress,
  createProxyTest,
  pause,
} from "@jetwire/runtime";
import type { GatewayConfig } from "../config.ts";

/** Limits per client address, shared by all replicas. An IPv6 address counts as its /64 network. */
export type AddressLimits = ReturnType<typeof createAddressLimits>;

export type EntryResult =
  | { readonly allowed: true; leave(): void }
  | { readonly allowed: false; readonly reason: AddressRefusal; readonly waitMs: number };

type AddressRefusal = "attempt-limit" | "address-limit";

interface Refusal {
  readonly reason: AddressRefusal;
  readonly untilMs: number;
}

const minuteMs = 60_000;
const burstMs = 10_000;
const refusedAddressesMax = 10_000;
/** A refusal is repeated this long without asking Redis, so that a flood does not reach it. */
const refusalMsMax = 1_000;
/** The wait suggested to an address with too many connections; nothing says when one ends. */
const connectionMs = 5_000;
const attemptWaitMsMax = 1_000;
const attemptRetryMs = 50;
const unlimitedAttempt = { succeeded: () => {}, failed: () => {} } satisfies Attempt;

export function createAddressLimits(config: GatewayConfig, limiters: Limiters, quota: Quota) {
  const entries = limiters.sliding("attempts", [
    { max: config.GATEWAY_ATTEMPTS_PER_MINUTE_MAX, ms: minuteMs },
    { max: config.GATEWAY_ATTEMPTS_BURST_MAX, ms: burstMs },
  ]);
  const failures = limiters.sliding("failures", [
    { max: config.GATEWAY_FAILURES_PER_MINUTE_MAX, ms: minuteMs },
  ]);
  const connectionsMax = config.GATEWAY_CONNECTIONS_PER_ADDRESS_MAX;
  const exempt = new Set(config.GATEWAY_EXEMPT_ADDRESSES.map(addressNetwork));
  const clientAddress = createClientAddress(config.GATEWAY_TRUSTED_PROXIES);
  const isProxy = createProxyTest(config.GATEWAY_TRUSTED_PROXIES);
  const refusals = createBoundedMap<string, Refusal>({
    entriesMax: refusedAddressesMax,
    ttlMs: refusalMsMax,
  });

  function networkOf(request: IncomingMessage): string {
    return addressNetwork(clientAddress(request));
  }

  /** Whether a client has no limits. One behind a proxy that nobody has named as trusted has them: it may be anywhere. */
  function isExempt({ headers, socket }: IncomingMessage, address: string): boolean {
    if (!exempt.has(address)) return false;
    return headers["x-forwarded-for"] === undefined || isProxy(socket.remoteAddress ?? "");
  }

  async function ask(address: string): Promise<EntryResult> {
    const name = `address:${address}`;
    // In parallel: while Redis is frozen, each call waits for its time-out.
    const [entry, isReserved] = await Promise.all([
      entries.consume(address),
      quota.reserve(name, connectionsMax),
    ]);
    const leave = () => quota.release(name);
    if (entry.allowed && isReserved) return { allowed: true, leave };
    if (isReserved) leave();
    if (!entry.allowed) return { allowed: false, reason: "attempt-limit", waitMs: entry.waitMs };
    return { allowed: false, reason: "address-limit", waitMs: connectionMs };
  }

  return {
    /** Returns what limits count the client's address by. */
    networkOf,
    /** Counts an attempt to connect and, if it is allowed, reserves a connection. */
    async enter(request: IncomingMessage): Promise<EntryResult> {
      const address = networkOf(request);
      if (isExempt(request, address)) return { allowed: true, leave: () => {} };
      const refusal = refusals.get(address);
      const leftMs = refusal === undefined ? 0 : refusal.untilMs - performance.now();
      if (refusal && leftMs > 0) return { allowed: false, reason: refusal.reason, waitMs: leftMs };
      const result = await ask(address);
      if (!result.allowed && result.reason !== "address-limit") {
        const untilMs = performance.now() + result.waitMs;
        refusals.set(address, { reason: result.reason, untilMs });
      }
      return result;
    },
    /**
     * Begins to check a credential that may be invalid. It counts as a failure until it has succeeded;
     * while as many are being checked as may still fail, this waits. Returns null when too many have
     * failed.
     */
    async beginAttempt(request: IncomingMessage): Promise<Attempt | null> {
      const address = networkOf(request);
      if (isExempt(request, address)) return unlimitedAttempt;
      const endMs = performance.now() + attemptWaitMsMax;
      for (;;) {
        const attempt = await failures.begin(address);
        if (attempt !== null || performance.now() >= endMs) return attempt;
        await pause(attemptRetryMs);
      }
    },
  };
}
