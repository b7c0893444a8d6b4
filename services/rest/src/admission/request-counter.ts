import type { RequestCounts } from "@jetwire/redis";
import { every, type Logger } from "@jetwire/runtime";

/** Counts requests by account in memory, and writes the counts every few seconds. */
export interface RequestCounter {
  record(accountId: string): void;
  /** Writes until the signal aborts, and a last time then. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
}

const writeMs = 2_000;
/** A flood of accounts must not fill the memory; requests of more of them are not counted. */
const accountsMax = 50_000;
const accountsPerWrite = 200;

/** @param store counts that are lost while Redis does not answer: they limit nothing */
export function createRequestCounter(
  store: Pick<RequestCounts, "add">,
  log: Logger,
  now: () => number = Date.now,
): RequestCounter {
  let counts = new Map<string, number>();

  async function flush(): Promise<void> {
    const taken = [...counts];
    counts = new Map();
    for (let from = 0; from < taken.length; from += accountsPerWrite) {
      const batch = taken.slice(from, from + accountsPerWrite);
      await Promise.all(
        batch.map(([accountId, requests]) => store.add(accountId, requests, now())),
      );
    }
  }

  return {
    record(accountId) {
      const count = counts.get(accountId);
      if (count === undefined && counts.size >= accountsMax) return;
      counts.set(accountId, (count ?? 0) + 1);
    },
    async run(signal) {
      await every(writeMs, flush, { signal, log, task: "count the requests of accounts" });
      await flush().catch(() => {});
    },
  };
}
