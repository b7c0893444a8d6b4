import type { StreamEntry, StreamGroup } from "@jetwire/protocol";
import type { Health, Logger, Metrics } from "@jetwire/runtime";
import type { RedisOpener } from "../connection/connection.ts";
import type { Keys } from "../keys.ts";
import type { Lease } from "./lease.ts";
import type { Outbox } from "./outbox.ts";
import type { RefusedEntry } from "./read-batch.ts";

/** Describes a replica of a group: its share of the stream, and its work. */
export interface GroupOptions {
  readonly opener: RedisOpener;
  readonly keys: Keys;
  readonly group: StreamGroup;
  readonly partitions: number;
  /** This replica's identity, as `createProcessIdentity` makes it: two with the same one share their leases. */
  readonly replica: string;
  /** The most entries of one batch. */
  readonly entriesMax: number;
  /** Whether entries come with their details. */
  readonly withDetails?: boolean;
  /**
   * The age of an unread entry, ms, from which on the group skips to the end of the partition. Left out
   * by groups that must not miss an entry.
   */
  readonly lateMsMax?: number;
  /**
   * Returns the shortest time from a read that was not full to the next, ms: entries of all partitions that come
   * meanwhile are read together. Left out by groups for which latency matters more.
   */
  tickMs?(): number;
  /**
   * Works on one batch of one partition, in stream order; the batch is acknowledged when it
   * resolves. When it rejects, the same entries come again after a pause.
   *
   * @param lease the right to do so; a write that Redis does not fence checks it right before
   */
  handle(partition: number, entries: readonly StreamEntry[], lease: Lease): Promise<void>;
  /** Records entries that cannot be worked on; they are acknowledged when it resolves. */
  refuse(partition: number, refused: readonly RefusedEntry[]): Promise<void>;
  /** Receives data that `handle` only buffers; the batches are acknowledged when it is sent. */
  readonly outbox?: Outbox;
  /** How long a partition may make no progress, ms; then the alarm `stalled` begins. */
  readonly stallMsMax: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly health: Pick<Health, "alarm">;
}

/** The longest pause after failures: Redis or Postgres is used again within a second of its return. */
export const retryMsMax = 1_000;
