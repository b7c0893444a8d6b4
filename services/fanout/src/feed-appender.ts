import { type FeedAppend, type FeedLog, type FeedLogCaps, type FeedPosition, type FeedSource, isAfter } from "@jetwire/redis"; // prettier-ignore
import { every, type Logger, type Waker } from "@jetwire/runtime";

/** Appends to feed logs and detects logs that have lost their end. */
export type FeedAppender = ReturnType<typeof createFeedAppender>;

interface LogEnd {
  readonly position: FeedPosition;
  readonly atMs: number;
}

export interface FeedAppenderOptions {
  readonly caps: FeedLogCaps;
  /** Monotonic, ms. */
  readonly now: () => number;
  /** Accounts remembered; the one appended to longest ago is forgotten first. */
  readonly accountsMax?: number;
}

const recentMs = 60_000;
const checksAtOnce = 100;
/** A check runs at least this often, in case a reconnection went unnoticed. */
const checkMsMax = 60_000;

/**
 * Remembers where each account's log ended after the latest append and passes it to the next one, by
 * which a Redis that has failed over to an older state is detected.
 */
export function createFeedAppender(
  feedLogs: { of(accountId: string): Pick<FeedLog, "append" | "check"> },
  { caps, now, accountsMax = 100_000 }: FeedAppenderOptions,
) {
  const ends = new Map<string, LogEnd>();

  function record(accountId: string, position: FeedPosition, atMs: number): void {
    // Another append may have been answered meanwhile.
    const known = ends.get(accountId);
    ends.delete(accountId);
    const isOlder = known !== undefined && isAfter(known.position, position);
    ends.set(accountId, { position: isOlder ? known.position : position, atMs });
    const [oldest] = ends.keys();
    if (ends.size > accountsMax && oldest !== undefined) ends.delete(oldest);
  }

  async function checkRecent(): Promise<void> {
    const sinceMs = now() - recentMs;
    const recent = [...ends].filter(([, { atMs }]) => atMs >= sinceMs);
    for (let start = 0; start < recent.length; start += checksAtOnce) {
      await Promise.all(
        recent.slice(start, start + checksAtOnce).map(async ([accountId, { position, atMs }]) => {
          record(accountId, await feedLogs.of(accountId).check(caps, position), atMs);
        }),
      );
    }
  }

  return {
    /**
     * @param source the lease under which the messages were read
     * @throws when the log did not accept the messages: append the same again.
     */
    async append(
      accountId: string,
      messages: readonly FeedAppend[],
      source: FeedSource,
    ): Promise<void> {
      const lastKnown = ends.get(accountId)?.position ?? null;
      const log = feedLogs.of(accountId);
      const { position } = await log.append(messages, caps, lastKnown, source);
      record(accountId, position, now());
    },
    /**
     * Checks the logs that were appended to within the last minute: a replica that took over from its
     * master may lack the latest of them.
     *
     * @throws when one of them could not be checked.
     */
    checkRecent,
    /** Checks after each reconnection to Redis until the signal aborts. */
    run: (reconnected: Waker, log: Logger, signal: AbortSignal): Promise<void> =>
      every(checkMsMax, checkRecent, {
        signal,
        log,
        task: "check feed logs",
        wait: (ms) => reconnected.wait(ms),
      }),
  };
}
