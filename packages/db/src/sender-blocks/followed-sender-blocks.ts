import { addressNetwork, createWaker, every, type Logger } from "@jetwire/runtime";
import type { Sql } from "../connection/database.ts";
import { addBlockHits, type StoredSenderBlock, listSenderBlocks } from "./sender-blocks.ts";

const refreshMs = 2_000;

/** Runs queries. */
type RunQuery = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

const task = "load blocks of senders";

/**
 * The blocks of the operator, kept in memory and up to date within seconds. It also records what they have refused: a question
 * that was answered with true. While Postgres is unavailable the last known ones apply, also those that expire
 * meanwhile; before the first read, nothing is blocked.
 */
export class FollowedSenderBlocks {
  readonly #query;
  readonly #log;
  readonly #write;
  /** Ids of blocks by what they block. */
  #addresses: ReadonlyMap<string, string> = new Map();
  #idents: ReadonlyMap<string, string> = new Map();
  /** Refusals that are not recorded yet, by block. */
  #hits = new Map<string, number>();
  #waker = createWaker();

  /** @param write runs queries on the primary; `query` may be of a replica */
  constructor(query: RunQuery, log: Logger, write: RunQuery = query) {
    this.#query = query;
    this.#log = log;
    this.#write = write;
  }

  /** Returns whether an address, or its IPv6 /64 network, is blocked. */
  isAddressBlocked(address: string): boolean {
    return (
      this.#addresses.size > 0 && this.#isBlocked(this.#addresses.get(addressNetwork(address)))
    );
  }

  isIdentBlocked(ident: string): boolean {
    return this.#isBlocked(this.#idents.get(ident));
  }

  /** Reads the blocks soon, because they have changed. */
  changed(): void {
    this.#waker.wake();
  }

  /** Reads the blocks every two seconds until the signal aborts. */
  run(signal: AbortSignal): Promise<void> {
    const ofRun = (this.#waker = createWaker(signal));
    const wait = (ms: number) => ofRun.wait(ms);
    const options = { signal, log: this.#log, task, retryMsMax: refreshMs, wait };
    return every(refreshMs, () => this.#refresh(), options);
  }

  async #refresh(): Promise<void> {
    const blocks = await this.#query(listSenderBlocks);
    const valuesOf = (kind: StoredSenderBlock["kind"]) =>
      new Map(blocks.filter((block) => block.kind === kind).map(({ id, value }) => [value, id]));
    this.#addresses = valuesOf("address");
    this.#idents = valuesOf("ident");
    await this.#recordHits();
  }

  /** Numbers that cannot be recorded are recorded later. */
  async #recordHits(): Promise<void> {
    if (this.#hits.size === 0) return;
    const recorded = this.#hits;
    this.#hits = new Map();
    try {
      await this.#write((sql) => addBlockHits(sql, recorded));
    } catch {
      for (const [id, count] of recorded) this.#hits.set(id, (this.#hits.get(id) ?? 0) + count);
    }
  }

  #isBlocked(id: string | undefined): boolean {
    if (id === undefined) return false;
    this.#hits.set(id, (this.#hits.get(id) ?? 0) + 1);
    return true;
  }
}
