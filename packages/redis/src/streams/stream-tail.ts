import {
  createWaker,
  DeadlineError,
  pause,
  type Waker,
  waitTogetherMs,
  withDeadline,
} from "@jetwire/runtime";
import type { RedisConnection } from "../connection/connection.ts";
import { onConnectionLost } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

export interface StreamTailOptions {
  /** Opens a connection of role `blocking`, which this tail alone uses. */
  readonly open: () => Promise<RedisConnection>;
  readonly keys: Keys;
  /** The most entries that are read of a partition at once. */
  readonly entriesMax: number;
  /** Whether the details of entries are read with them. */
  readonly withDetails: boolean;
  /** Returns the shortest time from a read that was not full to the next, ms; 0 to read what comes at once. */
  tickMs(): number;
}

/** An entry as it was read; `details` is null if they were not read or are not there. */
export interface TailEntry {
  readonly id: string;
  readonly fields: string[];
  readonly details: string[] | null;
}

/** The connection broke, or Redis refused to read or did not answer: the partition has to be followed anew. */
export class TailBrokenError extends Error {
  constructor(cause?: unknown) {
    const reason = cause instanceof Error ? cause.message : "the connection was lost";
    super(`the stream could not be read: ${reason}`, { cause });
    this.name = "TailBrokenError";
  }
}

/** A connection in one of these goes on trying by itself, as while Redis is unavailable, and logs an outage once. */
const openingStatuses: ReadonlySet<string> = new Set(["connecting", "reconnecting"]);
const blockMsMax = 1_000;
/** A blocking read that takes this long is on a dead connection. */
const blockDeadlineMs = 3_000;
/** How long a read may wait while a partition is left out because its entries wait to be worked on. */
const blockMsWhileFull = 20;
/** Partitions that are followed within this time share the first read. */
const gatherMs = 10;
/** The pause after a failed read: those who follow the partitions look for their positions first. */
const retryMs = 20;

/** A partition with room for another batch. */
type ToRead = readonly [partition: number, followed: FollowedPartition];
type Reply = [stream: string, entries: [id: string, fields: string[]][]][] | null;

/**
 * Reads the ends of partitions that are on one server, all of them by one blocking command. What was read of a partition
 * waits until its reader takes it; a partition with a full batch waiting is left out of the next read, which bounds it.
 *
 * It *waits* while no partition can be read, *reads*, and after a read that was not full *pauses* for the rest of a tick.
 */
export class StreamTail {
  readonly #options: StreamTailOptions;
  readonly #signal: AbortSignal;
  readonly #followed = new Map<number, FollowedPartition>();
  readonly #changed: Waker;
  #blocking: RedisConnection | null = null;
  #changedMs = 0;

  constructor(options: StreamTailOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#changed = createWaker(signal);
    signal.addEventListener("abort", () => this.#blocking?.disconnect(), { once: true });
  }

  /**
   * Begins to read a partition after an entry. It replaces an earlier call for the partition.
   *
   * @param waker woken when something was read; what else wakes it ends a wait too
   */
  follow(partition: number, afterId: string, waker: Waker): FollowedPartition {
    const changed = () => this.#changed.wake();
    const followed = new FollowedPartition(afterId, this.#options.entriesMax, waker, changed);
    this.#followed.set(partition, followed);
    this.#changedMs = performance.now();
    changed();
    return followed;
  }

  /** Ends reading a partition, unless it was followed anew since. */
  unfollow(partition: number, followed: FollowedPartition): void {
    if (this.#followed.get(partition) === followed) this.#followed.delete(partition);
  }

  /** Reads until the signal aborts, which ends the connection. Failures reach those who wait for entries. */
  async run(): Promise<void> {
    const signal = this.#signal;
    while (!signal.aborted) {
      const readable = [...this.#followed].filter(([, followed]) => followed.hasRoom);
      const gatherLeftMs = this.#changedMs + gatherMs - performance.now();
      if (readable.length === 0) await this.#changed.wait(blockMsMax);
      else if (gatherLeftMs > 0) await pause(gatherLeftMs, signal);
      else {
        const isFull = await this.#readOrBreak(readable);
        const tickMs = this.#options.tickMs();
        if (!isFull && tickMs > 0) await pause(waitTogetherMs(tickMs, performance.now()), signal);
      }
    }
  }

  async #readOrBreak(readable: readonly ToRead[]): Promise<boolean> {
    try {
      return await this.#read(readable);
    } catch (error) {
      this.#breakAll(new TailBrokenError(error));
      if (!this.#signal.aborted) {
        if (error instanceof DeadlineError) this.#close();
        await pause(retryMs, this.#signal);
      }
      return true;
    }
  }

  /** @returns whether a partition had as many entries as are read at once */
  async #read(readable: readonly ToRead[]): Promise<boolean> {
    const { keys, entriesMax, withDetails } = this.#options;
    const blocking = this.#blocking ?? (await this.#open());
    const isLimited = readable.length < this.#followed.size;
    const names = readable.map(([partition]) => keys.stream(partition));
    const companions = withDetails
      ? readable.map(([partition]) => keys.streamDetails(partition))
      : [];
    const positions = readable.map(([, { readTo }]) => readTo);
    const read = blocking.xread(
      "COUNT", entriesMax,
      "BLOCK", isLimited ? blockMsWhileFull : Math.ceil(waitTogetherMs(blockMsMax, performance.now())),
      "STREAMS", ...names, ...companions, ...positions, ...(withDetails ? positions : []),
    ); // prettier-ignore
    const reply =
      (await withDeadline(read as Promise<Reply>, blockDeadlineMs, "blocking read")) ?? [];
    const found = new Map(reply);
    let isFull = false;
    for (const [partition, followed] of readable) {
      const rows = found.get(keys.stream(partition)) ?? [];
      const details = new Map(found.get(keys.streamDetails(partition)));
      isFull ||= rows.length >= entriesMax;
      followed.push(rows.map(([id, fields]) => ({ id, fields, details: details.get(id) ?? null })));
    }
    return isFull;
  }

  async #open(): Promise<RedisConnection> {
    const blocking = await this.#options.open();
    this.#blocking = blocking;
    if (this.#signal.aborted) blocking.disconnect();
    onConnectionLost(blocking, () => {
      if (this.#blocking === blocking) this.#breakAll(new TailBrokenError());
    });
    return blocking;
  }

  /**
   * Closes a connection that does not answer, unless it is being opened; the next read opens another one. It does not reconnect, because the client
   * of a Cluster (ioredis 6.0) stays disconnected for ever if it should reconnect while it resolves the names of nodes.
   */
  #close(): void {
    const blocking = this.#blocking;
    if (blocking === null || openingStatuses.has(blocking.status)) return;
    this.#blocking = null;
    blocking.disconnect();
  }

  #breakAll(error: TailBrokenError): void {
    const broken = [...this.#followed.values()];
    this.#followed.clear();
    for (const followed of broken) followed.fail(error);
  }
}

/** Entries of one partition that were read and wait to be worked on. */
export class FollowedPartition {
  readonly #entriesMax: number;
  readonly #waker: Waker;
  readonly #onRoom: () => void;
  #entries: TailEntry[] = [];
  #readTo: string;
  #error: TailBrokenError | null = null;
  #hasAnswer = false;

  constructor(afterId: string, entriesMax: number, waker: Waker, onRoom: () => void) {
    this.#readTo = afterId;
    this.#entriesMax = entriesMax;
    this.#waker = waker;
    this.#onRoom = onRoom;
  }

  /** The last entry that was read. */
  get readTo(): string {
    return this.#readTo;
  }

  /** Whether another batch may be read although what waits was not taken. */
  get hasRoom(): boolean {
    return this.#entries.length < this.#entriesMax;
  }

  /** Adds what a read has found. A read that has found entries of other partitions alone wakes nobody. */
  push(entries: readonly TailEntry[]): void {
    this.#hasAnswer = true;
    const last = entries.at(-1);
    if (last === undefined) return;
    this.#entries.push(...entries);
    this.#readTo = last.id;
    this.#waker.wake();
  }

  fail(error: TailBrokenError): void {
    this.#error = error;
    this.#waker.wake();
  }

  /**
   * Takes what was read, at most one batch; waits until something was, or the time is over. `isAnswered` tells whether Redis has answered since the last call.
   *
   * @throws TailBrokenError when nothing is left and the partition has to be followed anew
   */
  async pull(
    waitMs: number,
  ): Promise<{ readonly entries: readonly TailEntry[]; readonly isAnswered: boolean }> {
    if (!this.#isReady()) await this.#waker.wait(Math.max(1, waitMs));
    const hadRoom = this.hasRoom;
    const entries = this.#entries.splice(0, this.#entriesMax);
    if (!hadRoom) this.#onRoom();
    if (entries.length === 0 && this.#error !== null) throw this.#error;
    const isAnswered = this.#hasAnswer;
    this.#hasAnswer = false;
    return { entries, isAnswered };
  }

  #isReady(): boolean {
    return this.#entries.length > 0 || this.#error !== null;
  }
}
