import type { StreamGroup } from "@jetwire/protocol";
import type { Waker } from "@jetwire/runtime";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";
import { addDetails } from "./entry-details.ts";
import { type Lease, LeaseLostError } from "./lease.ts";
import { compareEntryIds, readProgress } from "./progress.ts";
import { emptyBatch, isEmpty, lastIdOf, type ReadBatch, refusal, toBatch } from "./read-batch.ts";
import type { FollowedPartition, StreamTail, TailEntry } from "./stream-tail.ts";

const beginScript = loadScript(new URL("./begin-reading.lua", import.meta.url));
const advanceScript = loadScript(new URL("./advance.lua", import.meta.url));
const skipLateScript = loadScript(new URL("./skip-late.lua", import.meta.url));

export interface PartitionReaderOptions {
  readonly redis: RedisClient;
  /** Reads the partition's end, with those of other partitions. */
  readonly tail: StreamTail;
  /** Ends a wait for entries. */
  readonly waker: Waker;
  readonly keys: Keys;
  readonly group: StreamGroup;
  readonly lease: Lease;
  /** Whether entries are needed with their details. */
  readonly withDetails: boolean;
  /** The age of an unread entry, ms, from which on the reader skips to the end; null for never. */
  readonly lateMsMax: number | null;
  /** Called with the number of entries that were skipped, when there are any. */
  onSkipped(count: number): void;
  /** Called with about how many entries were removed from the stream before they were read. */
  onMissing(count: number): void;
}

/** How often the position is compared with that in Redis while nothing has failed. */
const positionCheckMs = 5_000;
/** How often the details of an entry are looked for before the entry is handled without them. */
const detailReadsMax = 10;

/** The group's position in Redis was not the one that the reader knew: it looks for it again. */
export class PositionChangedError extends Error {
  constructor(partition: number) {
    super(`the position in partition ${partition} is not the one that this reader has set`);
    this.name = "PositionChangedError";
  }
}

/**
 * Reads one partition for one group, in stream order. The group's position in Redis is that of the last entry that was
 * handled; what was read after it is known to this process alone, and is read again by the next one. States:
 *
 * - *unsure*: the position is not known, or may have changed. So it begins, and so it is after a failure and at times.
 *   `next` asks Redis for it, once all handled batches are acknowledged.
 * - *following*: `next` takes what the tail has read after the position.
 * - *alone*: readers died at this position. `next` reads one entry at a time up to the end that the stream had then, and
 *   writes down which one is in hand. An entry that was in hand when a reader died is refused.
 */
export class PartitionReader {
  readonly #options: PartitionReaderOptions;
  readonly #redis;
  readonly #group;
  readonly #lease;
  readonly #partition;
  readonly #stream;
  readonly #state;
  #followed: FollowedPartition | null = null;
  /** The group's position in Redis; null before it is known. */
  #position: string | null = null;
  /** The last entry that `next` has returned. */
  #takenTo = "";
  /** The last entry of handled batches, and how many entries they have. */
  #handled: { readonly to: string; readonly count: number } | null = null;
  #isUnsure = true;
  #checkedMs = 0;
  #isFirst = true;
  /** The entry up to which entries are read one at a time. */
  #aloneTo: string | null = null;
  /** The entry that was in hand alone when a reader died. */
  #suspect: string | null = null;
  #detailReads = 0;

  constructor(options: PartitionReaderOptions) {
    this.#options = options;
    const { redis, keys, group, lease } = options;
    const { partition } = lease;
    this.#redis = redis;
    this.#group = group;
    this.#lease = lease;
    this.#partition = partition;
    this.#stream = keys.stream(partition);
    this.#state = keys.leaseToken(group, partition);
  }

  /**
   * Returns the next batch, which may be empty. `isAnswered` tells whether Redis has answered since the last call.
   *
   * @param waitMs the longest wait for new entries, ms
   * @throws while handled batches are not acknowledged and the position has to be read
   */
  async next(waitMs: number): Promise<ReadBatch & { readonly isAnswered: boolean }> {
    if (this.isUnsure()) await this.#find();
    const { entries, isAnswered } =
      this.#aloneTo === null ? await this.#pull(waitMs) : await this.#readAlone(this.#aloneTo);
    const batch = await this.#withDetails(entries, this.#withoutSuspect(entries));
    this.#takenTo = lastIdOf(batch) ?? this.#takenTo;
    return { ...batch, isAnswered };
  }

  /** Whether `next` reads the position first, and so needs all batches acknowledged. */
  isUnsure(): boolean {
    return this.#isUnsure || performance.now() - this.#checkedMs > positionCheckMs;
  }

  /** Notes that everything in a batch may be acknowledged. */
  handled(batch: ReadBatch): void {
    const to = lastIdOf(batch);
    if (to === undefined) return;
    const count = (this.#handled?.count ?? 0) + batch.entries.length + batch.refused.length;
    this.#handled = { to, count };
  }

  /**
   * Acknowledges all handled batches: moves the group's position. The command is written before the function returns.
   *
   * @throws LeaseLostError when another replica has taken the partition over.
   * @throws PositionChangedError when Redis has another position, as after a failover to an older state.
   */
  async acknowledge(): Promise<void> {
    const handled = this.#handled;
    if (handled === null) return;
    const args = [this.#group, this.#lease.owner, this.#position ?? "", handled.to, handled.count];
    const result = Number(await advanceScript.run(this.#redis, this.#scriptKeys(), args));
    if (result === -1) throw new LeaseLostError(this.#partition);
    // After a lost reply the position is the new one already.
    if (result < 0 && !(await this.#isAt(handled.to))) {
      throw new PositionChangedError(this.#partition);
    }
    this.#position = handled.to;
    this.#handled = null;
  }

  /** Makes `next` begin at the position in Redis, after a failure. */
  recover(): void {
    this.#isUnsure = true;
    this.#handled = null;
  }

  /** Ends reading. */
  end(): void {
    if (this.#followed !== null) this.#options.tail.unfollow(this.#partition, this.#followed);
  }

  /** Notes that the process did not die of what it has in hand. */
  async survived(): Promise<void> {
    this.#suspect = null;
    await this.#redis.hset(this.#state, "deaths", 0, "hand", "");
  }

  /** Whether an entry is still the next one of the group. */
  async isNext(entryId: string): Promise<boolean> {
    const position = await this.#readPosition();
    if (position === null) return false;
    const [next] = await this.#redis.xrange(this.#stream, `(${position}`, "+", "COUNT", 1);
    return next?.[0] === entryId;
  }

  async #find(): Promise<void> {
    if (this.#handled !== null) throw new Error("handled batches must be acknowledged first");
    this.#checkedMs = performance.now();
    await this.#skipLate();
    const args = [this.#group, this.#lease.owner, this.#isFirst ? "1" : ""];
    const reply = await beginScript.run(this.#redis, this.#scriptKeys(), args);
    const [position, alone, hand, missing] = reply as [string | number, string, string, number];
    if (typeof position === "number") throw new LeaseLostError(this.#partition);
    if (missing > 0) this.#options.onMissing(missing);
    if (this.#isFirst) this.#suspect = hand === "" ? null : hand;
    this.#isFirst = false;
    const isSame = !this.#isUnsure && position === this.#position && position === this.#takenTo;
    this.#isUnsure = false;
    this.#position = position;
    this.#aloneTo = alone === "" ? null : alone;
    if (!isSame) this.#followFrom(position);
  }

  #followFrom(position: string): void {
    const { tail, waker } = this.#options;
    this.end();
    this.#takenTo = position;
    this.#followed = this.#aloneTo === null ? tail.follow(this.#partition, position, waker) : null;
  }

  async #pull(waitMs: number) {
    if (this.#followed === null) throw new Error("the partition is not followed");
    return await this.#followed.pull(waitMs);
  }

  /** Reads the entry after those in hand, and writes down that it is in hand. */
  async #readAlone(to: string): Promise<{ entries: readonly TailEntry[]; isAnswered: boolean }> {
    const from = `(${this.#takenTo}`;
    const [next] = await this.#redis.xrange(this.#stream, from, "+", "COUNT", 1);
    if (next === undefined || compareEntryIds(next[0], to) > 0) {
      this.#aloneTo = null;
      this.#suspect = null;
      await this.#redis.hdel(this.#state, "alone", "hand");
      this.#followFrom(this.#takenTo);
      return { entries: [], isAnswered: true };
    }
    const [id, fields] = next;
    if (id !== this.#suspect) await this.#redis.hset(this.#state, "hand", id);
    return { entries: [{ id, fields, details: null }], isAnswered: true };
  }

  /** Refuses the entry on which readers have died. */
  #withoutSuspect(entries: readonly TailEntry[]): ReadBatch {
    const [entry] = entries;
    if (this.#aloneTo === null || entry?.id !== this.#suspect) return toBatch(entries);
    const detail = "readers ended each time that they worked on it, at last on nothing else";
    const refused = refusal(entry.id, entry.fields, { refused: "kills-its-reader", detail });
    return { ...emptyBatch, refused: [refused] };
  }

  async #withDetails(read: readonly TailEntry[], batch: ReadBatch): Promise<ReadBatch> {
    if (!this.#options.withDetails || isEmpty(batch)) return batch;
    const companion = this.#options.keys.streamDetails(this.#partition);
    const found = new Map(read.map(({ id, details }) => [id, details]));
    const refused = await Promise.all(
      batch.refused.map(async (entry) => {
        const known = found.get(entry.entryId);
        const [row] = known
          ? []
          : await this.#redis.xrange(companion, entry.entryId, entry.entryId);
        return { ...entry, details: known ?? row?.[1] ?? [] };
      }),
    );
    const entries = await addDetails(this.#redis, companion, { entries: batch.entries, found });
    const lacking = entries.find(({ details }) => details === null);
    this.#detailReads = lacking === undefined ? 0 : this.#detailReads + 1;
    if (lacking !== undefined && this.#detailReads < detailReadsMax) {
      throw new Error(`entry ${lacking.entryId} has lost its details`);
    }
    return { ...batch, entries, refused };
  }

  /** @throws LeaseLostError when another replica has taken the partition over. */
  async #skipLate(): Promise<void> {
    if (this.#options.lateMsMax === null) return;
    const names = this.#scriptKeys().slice(0, 2);
    const args = [this.#group, this.#lease.owner, this.#options.lateMsMax];
    const skipped = Number(await skipLateScript.run(this.#redis, names, args));
    if (skipped < 0) throw new LeaseLostError(this.#partition);
    if (skipped > 0) this.#options.onSkipped(skipped);
  }

  async #isAt(position: string): Promise<boolean> {
    return (await this.#readPosition()) === position;
  }

  async #readPosition(): Promise<string | null> {
    const progress = await readProgress(this.#redis, this.#stream);
    return progress.find(({ group }) => group === this.#group)?.lastDelivered ?? null;
  }

  #scriptKeys(): string[] {
    const { keys } = this.#options;
    return [this.#stream, keys.lease(this.#group, this.#partition), this.#state];
  }
}
