import { type StreamGroup, streamGroups } from "@jetwire/protocol";
import { loadScript } from "../connection/script.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

const trimScript = loadScript(new URL("./trim.lua", import.meta.url));

/** The group that may lose entries: viewers see a sample, and late messages are of no use to them. */
const bestEffortGroup: StreamGroup = "sampler";
const bestEffortMsMax = 60_000;

/** Trims a partition of the message stream, and its details. Returns how many entries were removed. */
export async function trimPartition(
  redis: RedisClient,
  keys: Keys,
  partition: number,
): Promise<number> {
  const names = [keys.stream(partition), keys.streamDetails(partition)];
  const others = streamGroups.filter((group) => group !== bestEffortGroup);
  return Number(await trimScript.run(redis, names, [bestEffortGroup, bestEffortMsMax, ...others]));
}
