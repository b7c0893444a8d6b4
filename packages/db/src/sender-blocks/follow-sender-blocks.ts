import { addressNetwork, createWaker, every, type Logger } from "@jetwire/runtime";
import type { Sql } from "../connection/database.ts";
import { addBlockHits, type StoredSenderBlock, listSenderBlocks } from "./sender-blocks.ts";

/** The blocks of the operator, kept in memory and up to date within seconds. */
export interface FollowedSenderBlocks {
  /** Returns whether an address, or its IPv6 /64 network, is blocked. */
  isAddressBlocked(address: string): boolean;
  isIdentBlocked(ident: string): boolean;
  /** Reads the blocks soon, because they have changed. */
  changed(): void;
  /** Reads the blocks every two seconds until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

const refreshMs = 2_000;

/** Runs queries. */
type RunQuery = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

/**
 * Follows the blocks, and records what they have refused: a question that was answered with true. While Postgres is unavailable the last known ones apply, also those that expire
 * meanwhile; before the first read, nothing is blocked.
 *
 * @param write runs queries on the primary; `query` may be of a replica
 */
export function follow(
  query: RunQuery,
  log: Logger,
  write: RunQuery = query,
): FollowedSenderBlocks {
  /** Ids of blocks by what they block. */
  let addresses: ReadonlyMap<string, string> = new Map();
  let idents: ReadonlyMap<string, string> = new Map();
  /** Refusals that are not recorded yet, by block. */
  let hits = new Map<string, number>();
  let waker = createWaker();

  async function refresh(): Promise<void> {
    const blocks = await query(listSenderBlocks);
    const valuesOf = (kind: StoredSenderBlock["kind"]) =>
      new Map(blocks.filter((block) => block.kind === kind).map(({ id, value }) => [value, id]));
    addresses = valuesOf("address");
    idents = valuesOf("ident");
    await recordHits();
  }

  /** Numbers that cannot be recorded are recorded later. */
  async function recordHits(): Promise<void> {
    if (hits.size === 0) return;
    const recorded = hits;
    hits = new Map();
    try {
      await write((sql) => addBlockHits(sql, recorded));
    } catch {
      for (const [id, count] of recorded) hits.set(id, (hits.get(id) ?? 0) + count);
    }
  }

  function isBlocked(id: string | undefined): boolean {
    if (id === undefined) return false;
    hits.set(id, (hits.get(id) ?? 0) + 1);
    return true;
  }

  return {
    isAddressBlocked: (address) =>
      addresses.size > 0 && isBlocked(addresses.get(addressNetwork(address))),
    isIdentBlocked: (ident) => isBlocked(idents.get(ident)),
    changed: () => waker.wake(),
    run(signal) {
      const ofRun = (waker = createWaker(signal));
      const task = "load blocks of senders";
      const wait = (ms: number) => ofRun.wait(ms);
      return every(refreshMs, refresh, { signal, log, task, retryMsMax: refreshMs, wait });
    },
  };
}
