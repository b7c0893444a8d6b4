import { type FeedAppend, type FeedPosition, isAfter } from "@jetwire/redis";

/** Appends a batch of a partition to an account's feed log, given the log's end as far as known. */
export type AppendToLog = (
  accountId: string,
  partition: number,
  messages: readonly FeedAppend[],
  told: FeedPosition | null,
) => Promise<{ readonly position: FeedPosition }>;

/** Looks whether a log still ends where it did. @returns where it ends now. */
export type CheckLog = (accountId: string, told: FeedPosition) => Promise<FeedPosition>;

export interface FeedAppending {
  append(accountId: string, partition: number, messages: readonly FeedAppend[]): Promise<void>;
  /**
   * Has the logs looked at that were appended to within the last minute: a replica that takes its
   * master's place may lack the latest of them.
   *
   * @throws when one of them couldn't be.
   */
  checkRecent(): Promise<void>;
}

interface End {
  readonly position: FeedPosition;
  readonly atMs: number;
}

const recentMs = 60_000;
const checkedAtOnce = 100;

/**
 * Remembers where each account's log ended when it was last appended to, and says so at the next
 * append: a Redis that has failed over to an older state is found out by it.
 *
 * @param now monotonic, ms
 * @param accountsMax accounts remembered, those appended to longest ago forgotten first
 */
export function createFeedAppending(
  append: AppendToLog,
  check: CheckLog,
  now: () => number,
  accountsMax = 100_000,
): FeedAppending {
  const ends = new Map<string, End>();

  function note(accountId: string, position: FeedPosition, atMs: number): void {
    // Another partition's append may have been answered meanwhile.
    const known = ends.get(accountId);
    ends.delete(accountId);
    const isOlder = known !== undefined && isAfter(known.position, position);
    ends.set(accountId, { position: isOlder ? known.position : position, atMs });
    const [oldest] = ends.keys();
    if (ends.size > accountsMax && oldest !== undefined) ends.delete(oldest);
  }

  return {
    async append(accountId, partition, messages) {
      const told = ends.get(accountId)?.position ?? null;
      const { position } = await append(accountId, partition, messages, told);
      note(accountId, position, now());
    },

    async checkRecent() {
      const sinceMs = now() - recentMs;
      const recent = [...ends].filter(([, { atMs }]) => atMs >= sinceMs);
      for (let start = 0; start < recent.length; start += checkedAtOnce) {
        const some = recent.slice(start, start + checkedAtOnce);
        await Promise.all(
          some.map(async ([accountId, { position, atMs }]) => {
            note(accountId, await check(accountId, position), atMs);
          }),
        );
      }
    },
  };
}
