import {
  createHeldCounts,
  createLimiter,
  type HeldCounts,
  type Keys,
  type RedisConnection,
} from "@jetwire/redis";
import { type AddressLimits, createAddressLimits } from "./address-limits.ts";
import { limitedAddress } from "./client-address.ts";
import type { GatewayConfig } from "./config.ts";

/** The limits that hold over all replicas. */
export interface SharedLimits {
  readonly addresses: AddressLimits;
  readonly held: HeldCounts;
}

/** @param redis a connection of role `limiter` */
export function openLimits(
  config: GatewayConfig,
  redis: RedisConnection,
  keys: Keys,
): SharedLimits {
  const held = createHeldCounts(redis, keys);
  const limiter = (name: string, windowSeconds: number) =>
    createLimiter({ redis, keys, name, windowSeconds });
  const addresses = createAddressLimits(
    {
      attempts: limiter("attempts", 60),
      burst: limiter("attempts-burst", 10),
      failures: limiter("failures", 60),
      held,
    },
    {
      connectionsMax: config.GATEWAY_CONNECTIONS_PER_ADDRESS_MAX,
      attemptsPerMinuteMax: config.GATEWAY_ATTEMPTS_PER_MINUTE_MAX,
      attemptsBurstMax: config.GATEWAY_ATTEMPTS_BURST_MAX,
      failuresPerMinuteMax: config.GATEWAY_FAILURES_PER_MINUTE_MAX,
      exempt: new Set(config.GATEWAY_EXEMPT_ADDRESSES.map(limitedAddress)),
    },
  );
  return { addresses, held };
}
