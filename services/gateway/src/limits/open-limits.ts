import {
  createFailureLimiter,
  createHeldCounts,
  createSlidingLimiter,
  type HeldCounts,
  type Keys,
  limitedAddress,
  type RedisConnection,
} from "@jetwire/redis";
import { type AddressLimits, createAddressLimits } from "./address-limits.ts";
import type { GatewayConfig } from "../config.ts";

/** The limits that hold over all replicas. */
export interface SharedLimits {
  readonly addresses: AddressLimits;
  readonly held: HeldCounts;
}

const minuteMs = 60_000;
const burstMs = 10_000;

/** @param redis a connection of role `limiter` */
export function openLimits(
  config: GatewayConfig,
  redis: RedisConnection,
  keys: Keys,
): SharedLimits {
  const held = createHeldCounts(redis, keys);
  const attempts = createSlidingLimiter({
    redis,
    keys,
    name: "attempts",
    windows: [
      { max: config.GATEWAY_ATTEMPTS_PER_MINUTE_MAX, ms: minuteMs },
      { max: config.GATEWAY_ATTEMPTS_BURST_MAX, ms: burstMs },
    ],
  });
  const failures = createFailureLimiter({
    redis,
    keys,
    name: "failures",
    window: { max: config.GATEWAY_FAILURES_PER_MINUTE_MAX, ms: minuteMs },
  });
  const rules = {
    connectionsMax: config.GATEWAY_CONNECTIONS_PER_ADDRESS_MAX,
    exempt: new Set(config.GATEWAY_EXEMPT_ADDRESSES.map(limitedAddress)),
  };
  const counts = { attempts, failures, held };
  return { addresses: createAddressLimits(counts, rules, () => performance.now()), held };
}
