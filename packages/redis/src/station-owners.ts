import { StationOwner } from "@jetwire/protocol";
import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";

const ownersPerCommand = 500;

/** Adds to the copy in Redis of who owns which station. */
export async function saveStationOwners(
  redis: RedisClient,
  keys: Keys,
  owners: readonly StationOwner[],
): Promise<void> {
  for (let start = 0; start < owners.length; start += ownersPerCommand) {
    const fields = owners
      .slice(start, start + ownersPerCommand)
      .flatMap((owner) => [String(owner.stationId), JSON.stringify(owner)]);
    await redis.hset(keys.stationOwners, ...fields);
  }
}

/** The whole copy; what can't be read of it is left out. */
export async function loadStationOwners(redis: RedisClient, keys: Keys): Promise<StationOwner[]> {
  return readable(await redis.hvals(keys.stationOwners));
}

/** Some stations of the copy; those it doesn't have are left out. */
export async function findStationOwners(
  redis: RedisClient,
  keys: Keys,
  stationIds: readonly number[],
): Promise<StationOwner[]> {
  if (stationIds.length === 0) return [];
  return readable(await redis.hmget(keys.stationOwners, ...stationIds.map(String)));
}

function readable(texts: readonly (string | null)[]): StationOwner[] {
  return texts.flatMap((text) => {
    const owner = StationOwner.safeParse(parsedOrNull(text));
    return owner.success ? [owner.data] : [];
  });
}

function parsedOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
