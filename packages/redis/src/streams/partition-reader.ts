import type { StreamGroup } from "@jetwire/protocol";
import { withDeadline } from "@jetwire/runtime";
import type { RedisConnection } from "../connection/connection.ts";
import { onConnectionLost, type RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";
import { loadScript } from "../connection/script.ts";
import { addDetails } from "./entry-details.ts";
import { type Lease, LeaseLostError } from "./lease.ts";
import { compareEntryIds, pendingSummary } from "./progress.ts";
import {
  emptyBatch,
  idsOf,
  isEmpty,
  type RawEntry,
  type ReadBatch,
  refusal,
  toBatch,
} from "./read-batch.ts";

const skipLateScript = loadScript(new URL("./skip-late.lua", import.meta.url));
const acknowledgeScript = loadScript(new URL("./acknowledge.lua", import.meta.url));

export interface PartitionReaderOptions {
  readonly redis: RedisClient;
  /** A connection of role `blocking` that this reader alone uses. */
  readonly blocking: RedisConnection;
  readonly keys: Keys;
  readonly group: StreamGroup;
  readonly lease: Lease;
  readonly entriesMax: number;
  /** Whether entries are read with their details, which costs another round trip. */
  readonly withDetails: boolean;
  /** The age of an unread entry, ms, from which on the reader skips to the end; null for never. */
  readonly lateMsMax: number | null;
  /** Called with the number of entries that were skipped, when there are any. */
  onSkipped(count: number): void;
}

type PendingEntry = [id: string, consumer: string, idleMs: number, deliveries: number];

/**
 * The name of a group's consumer, the same for every replica: the lease decides who reads. What a
 * crashed replica left pending thereby belongs to its successor, and no unused names accumulate.
 */
const consumer = "reader";

const blockMsMax = 1_000;
/** A blocking read that takes this long is on a dead connection. */
const blockDeadlineMs = 3_000;
/** How often pending entries are looked for while nothing has failed. */
const pendingCheckMs = 10_000;

/** Pending entries whose readers died this often are worked on one at a time, to find the one that kills. */
const deathsInBatchMax = 2;
/** An entry whose readers died this often, at last with nothing else in hand, is refused. */
const deathsMax = 3;
/** How often the details of an entry are looked for before the entry is handled without them. */
const detailReadsMax = 10;

/**
 * Reads one partition for one group, in stream order. States:
 *
 * - *unsure*: entries may be pending that are older than what comes next. So it begins, and so it is after a broken
 *   connection, a failure, and at times. `next` reads what is pending, once all handled batches are acknowledged.
 * - *level*: nothing is pending but the batches in hand. `next` reads new entries.
 *
 * It becomes level when it finds nothing pending. Until the first such time, what is pending was in the hands of a reader that
 * may have died of it: its deliveries count as deaths. What becomes pending later is a lost reply.
 */
export class PartitionReader {
  readonly #options: PartitionReaderOptions;
  readonly #redis;
  readonly #blocking;
  readonly #keys;
  readonly #group;
  readonly #lease;
  readonly #entriesMax;
  readonly #withDetails;
  readonly #partition;
  readonly #stream;
  /** Ids of handled batches that are not acknowledged yet, in stream order. */
  #handledIds: string[] = [];
  // A broken connection may have lost a reply with entries. They are pending and older than what
  // comes next, and so must be read first.
  #mayHavePending = true;
  #lastPendingCheckMs = 0;
  // What was pending before this reader began was in the hands of one that may have died of it. What
  // becomes pending later is a lost reply.
  #isAfterDeath = true;
  #detailReads = 0;

  constructor(options: PartitionReaderOptions) {
    this.#options = options;
    const { blocking, keys, lease } = options;
    this.#redis = options.redis;
    this.#blocking = blocking;
    this.#keys = keys;
    this.#group = options.group;
    this.#lease = lease;
    this.#entriesMax = options.entriesMax;
    this.#withDetails = options.withDetails;
    const { partition } = lease;
    this.#partition = partition;
    this.#stream = keys.stream(partition);
    onConnectionLost(blocking, () => {
      this.#mayHavePending = true;
    });
  }

  /**
   * Returns the next batch: first what was handed out and never acknowledged, because of a crashed
   * replica or a lost reply, then new entries. The batch may be empty.
   *
   * @param waitMs the longest wait for new entries, at most a second
   * @throws while handled batches are not acknowledged and pending entries have to be read
   */
  async next(waitMs: number): Promise<ReadBatch> {
    const batch = await this.#nextWithoutDetails(waitMs);
    if (!this.#withDetails || isEmpty(batch)) return batch;
    const companion = this.#keys.streamDetails(this.#partition);
    const refused = await Promise.all(
      batch.refused.map(async (entry) => {
        const [row] = await this.#redis.xrange(companion, entry.entryId, entry.entryId);
        return { ...entry, details: row?.[1] ?? [] };
      }),
    );
    const entries = await addDetails(this.#redis, companion, batch);
    const lacking = entries.find(({ details }) => details === null);
    this.#detailReads = lacking === undefined ? 0 : this.#detailReads + 1;
    if (lacking !== undefined && this.#detailReads < detailReadsMax) {
      throw new Error(`entry ${lacking.entryId} has lost its details`);
    }
    return { ...batch, entries, refused };
  }

  /** Whether `next` reads pending entries before new ones, and so needs all batches acknowledged. */
  readsPending(): boolean {
    return this.#mayHavePending || Date.now() - this.#lastPendingCheckMs > pendingCheckMs;
  }

  /** Notes that everything in a batch may be acknowledged. */
  handled(batch: ReadBatch): void {
    this.#handledIds.push(...idsOf(batch));
  }

  /**
   * Acknowledges all handled batches. The command is written before the function returns.
   *
   * @throws LeaseLostError when another replica has taken the partition over.
   */
  async acknowledge(): Promise<void> {
    const ids = this.#handledIds;
    if (ids.length === 0) return;
    const names = [this.#stream, this.#keys.lease(this.#group, this.#partition)];
    const args = [this.#group, this.#lease.owner, ...ids];
    if (Number(await acknowledgeScript.run(this.#redis, names, args)) < 0) {
      throw new LeaseLostError(this.#partition);
    }
    this.#handledIds = this.#handledIds.slice(ids.length);
  }

  /** Makes `next` read pending entries first, after a failure: also those of handled batches. */
  recover(error: unknown): void {
    this.#mayHavePending = true;
    this.#handledIds = [];
    if (error instanceof Error && error.name === "DeadlineError") this.#blocking.disconnect(true);
  }

  /** Notes that work on a batch ended without the death of the process: its deliveries do not count. */
  async survived({ entries, refused }: ReadBatch): Promise<void> {
    await this.#forgetDeaths([...entries, ...refused].map(({ entryId }) => entryId));
  }

  /** Whether an entry is still pending in the stream. */
  async isPending(entryId: string): Promise<boolean> {
    const [pending] = await this.#redis.xpending(this.#stream, this.#group, entryId, entryId, 1);
    const [entry] = await this.#redis.xrange(this.#stream, entryId, entryId);
    this.#mayHavePending = true;
    return pending !== undefined && entry !== undefined;
  }

  async #readNew(waitMs: number): Promise<ReadBatch> {
    const read = this.#blocking.xreadgroup(
      "GROUP", this.#group, consumer,
      "COUNT", this.#entriesMax,
      "BLOCK", Math.max(1, Math.min(blockMsMax, Math.floor(waitMs))),
      "STREAMS", this.#stream, ">",
    ); // prettier-ignore
    type Reply = [stream: string, entries: RawEntry[]][] | null;
    const reply = await withDeadline(read as Promise<Reply>, blockDeadlineMs, "blocking read");
    return toBatch(reply?.[0]?.[1] ?? []);
  }

  async #readPending(): Promise<ReadBatch> {
    const pending = (await this.#redis.xpending(
      this.#stream,
      this.#group,
      "-",
      "+",
      this.#entriesMax,
    )) as PendingEntry[];
    const [oldest] = pending;
    if (oldest === undefined) {
      this.#isAfterDeath = false;
      return emptyBatch;
    }
    if (!this.#isAfterDeath) await this.#forgetDeaths(pending.map(([id]) => id));
    const deaths = this.#isAfterDeath ? (id: PendingEntry) => id[3] : () => 0;
    const isWorn = pending.some((entry) => deaths(entry) >= deathsInBatchMax);
    const ids = isWorn ? [oldest[0]] : pending.map(([id]) => id);
    const claimed = (await this.#redis.xclaim(
      this.#stream,
      this.#group,
      consumer,
      0,
      ...ids,
    )) as RawEntry[];
    const found = claimed.filter((entry) => entry !== null);
    const foundIds = new Set(found.map(([id]) => id));
    const missing = ids.filter((id) => !foundIds.has(id));
    const batch = { ...toBatch(found), missing };
    if (batch.newer !== null) {
      const { entryId } = batch.newer;
      // Neither it nor what lies behind it was worked on.
      await this.#forgetDeaths(ids.filter((id) => compareEntryIds(id, entryId) >= 0));
      return batch;
    }
    if (!isWorn || deaths(oldest) < deathsMax) return batch;
    const detail = `its readers ended ${oldest[3]} times while they worked on it`;
    const refused = found.map(([id, fields]) =>
      refusal(id, fields ?? [], { refused: "kills-its-reader", detail }),
    );
    return { ...emptyBatch, refused, missing };
  }

  /** Sets the deliveries of pending entries back. */
  async #forgetDeaths(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#redis.xclaim(
      this.#stream,
      this.#group,
      consumer,
      0,
      ...ids,
      "RETRYCOUNT",
      0,
      "JUSTID",
    );
  }

  /** @throws LeaseLostError when another replica has taken the partition over. */
  async #skipLate(): Promise<void> {
    if (this.#options.lateMsMax === null) return;
    const names = [this.#stream, this.#keys.lease(this.#group, this.#partition)];
    const args = [this.#group, this.#lease.owner, this.#options.lateMsMax];
    const skipped = Number(await skipLateScript.run(this.#redis, names, args));
    if (skipped < 0) throw new LeaseLostError(this.#partition);
    if (skipped > 0) this.#options.onSkipped(skipped);
  }

  async #nextWithoutDetails(waitMs: number): Promise<ReadBatch> {
    if (this.readsPending()) {
      if (this.#handledIds.length > 0)
        throw new Error("handled batches must be acknowledged first");
      this.#lastPendingCheckMs = Date.now();
      this.#mayHavePending = false;
      await ensureGroup(this.#redis, this.#stream, this.#group);
      await this.#skipLate();
      const pending = await this.#readPending();
      if (!isEmpty(pending) || pending.newer !== null) {
        this.#mayHavePending = true;
        return pending;
      }
    }
    const batch = await this.#readNew(waitMs);
    // A read that timed out may have been sent again, and its reply lost without an error. Entries
    // must not be worked on before older ones.
    const read = idsOf(batch);
    if (read.length > 0 && !this.#mayHavePending) {
      const { count, oldest } = await pendingSummary(this.#redis, this.#stream, this.#group);
      const expected = this.#handledIds[0] ?? read.reduce(olderOf);
      this.#mayHavePending = oldest !== expected || count !== this.#handledIds.length + read.length;
    }
    // What was just read is pending too, and is read again after the older entries.
    return this.#mayHavePending ? emptyBatch : batch;
  }
}

/** Creates the group, reading from the stream's beginning, if it does not exist. */
async function ensureGroup(redis: RedisClient, stream: string, group: StreamGroup): Promise<void> {
  try {
    await redis.xgroup("CREATE", stream, group, "0", "MKSTREAM");
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("BUSYGROUP"))) throw error;
  }
}

function olderOf(a: string, b: string): string {
  return compareEntryIds(a, b) <= 0 ? a : b;
}
