import type { RequestCounts } from "@jetwire/redis";
import { every, type Logger } from "@jetwire/runtime";

const writeMs = 2_000;
/** A flood of accounts must not fill the memory; requests of more of them are not counted. */
const accountsMax = 50_000;
const accountsPerWrite = 200;

/** Counts requests by account in memory, and writes the counts every few seconds. */
export class RequestCounter {
  readonly #store;
  readonly #log;
  readonly #now;
  #counts = new Map<string, number>();

  /** @param store counts that are lost while Redis does not answer: they limit nothing */
  constructor(store: Pick<RequestCounts, "add">, log: Logger, now: () => number = Date.now) {
    this.#store = store;
    this.#log = log;
    this.#now = now;
  }

  record(accountId: string): void {
    const count = this.#counts.get(accountId);
    if (count === undefined && this.#counts.size >= accountsMax) return;
    this.#counts.set(accountId, (count ?? 0) + 1);
  }

  /** Writes until the signal aborts, and a last time then. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const task = "count the requests of accounts";
    await every(writeMs, () => this.#flush(), { signal, log: this.#log, task });
    await this.#flush().catch(() => {});
  }

  async #flush(): Promise<void> {
    const taken = [...this.#counts];
    this.#counts = new Map();
    for (let from = 0; from < taken.length; from += accountsPerWrite) {
      const batch = taken.slice(from, from + accountsPerWrite);
      await Promise.all(
        batch.map(([accountId, requests]) => this.#store.add(accountId, requests, this.#now())),
      );
    }
  }
}
