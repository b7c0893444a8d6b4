import type { MessageStreams } from "@jetwire/redis";

/**
 * Trims every partition of the stream below what all groups have acknowledged. Each replica trims all
 * of them: trimming again has no effect.
 */
export async function trimStreams(streams: MessageStreams, partitions: number): Promise<void> {
  const inUse = await streams.partitionsInUse(partitions);
  for (let partition = 0; partition < inUse; partition++) await streams.trim(partition);
}
