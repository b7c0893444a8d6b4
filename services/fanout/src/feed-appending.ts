import { type FeedAppend, type FeedPosition, isAfter } from "@jetwire/redis";

/** Appends a batch of a partition to an account's feed log, given the log's end as far as known. */
export type AppendToLog = (
  accountId: string,
  partition: number,
  messages: readonly FeedAppend[],
  told: FeedPosition | null,
) => Promise<{ readonly position: FeedPosition }>;

/**
 * Remembers where each account's log ended when it was last appended to, and says so at the next
 * append: a Redis that has failed over to an older state is found out by it.
 *
 * @param accountsMax accounts remembered, those appended to longest ago forgotten first
 */
export function createFeedAppending(append: AppendToLog, accountsMax = 100_000) {
  const ends = new Map<string, FeedPosition>();

  return async (
    accountId: string,
    partition: number,
    messages: readonly FeedAppend[],
  ): Promise<void> => {
    const told = ends.get(accountId) ?? null;
    const { position } = await append(accountId, partition, messages, told);
    // Another partition's append may have been answered meanwhile.
    const now = ends.get(accountId);
    ends.delete(accountId);
    ends.set(accountId, now !== undefined && isAfter(now, position) ? now : position);
    const [oldest] = ends.keys();
    if (ends.size > accountsMax && oldest !== undefined) ends.delete(oldest);
  };
}
