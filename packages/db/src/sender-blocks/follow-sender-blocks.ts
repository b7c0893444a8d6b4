import { addressNetwork, createWaker, every, type Logger } from "@jetwire/runtime";
import type { Sql } from "../connection/database.ts";
import { type SenderBlock, listSenderBlocks } from "./sender-blocks.ts";

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

/**
 * Follows the blocks. While Postgres is unavailable the last known ones apply, also those that expire
 * meanwhile; before the first read, nothing is blocked.
 */
export function followSenderBlocks(
  query: (work: (sql: Sql) => Promise<SenderBlock[]>) => Promise<SenderBlock[]>,
  log: Logger,
): FollowedSenderBlocks {
  let addresses: ReadonlySet<string> = new Set();
  let idents: ReadonlySet<string> = new Set();
  let waker = createWaker();

  async function refresh(): Promise<void> {
    const blocks = await query(listSenderBlocks);
    const valuesOf = (kind: SenderBlock["kind"]) =>
      new Set(blocks.filter((block) => block.kind === kind).map(({ value }) => value));
    addresses = valuesOf("address");
    idents = valuesOf("ident");
  }

  return {
    isAddressBlocked: (address) => addresses.size > 0 && addresses.has(addressNetwork(address)),
    isIdentBlocked: (ident) => idents.has(ident),
    changed: () => waker.wake(),
    run(signal) {
      const ofRun = (waker = createWaker(signal));
      const task = "load blocks of senders";
      const wait = (ms: number) => ofRun.wait(ms);
      return every(refreshMs, refresh, { signal, log, task, retryMsMax: refreshMs, wait });
    },
  };
}
