/**
 * Message ids: UUIDv7 (RFC 9562) with the stream partition in it.
 *
 *   48 bits  Unix ms            12 bits  count within the ms
 *    8 bits  stream partition   54 bits  random
 *
 * Ids of one ingest process ascend strictly, so the id orders as messages arrived; the partition
 * lets a by-id read find the entry in its stream before Postgres has it.
 */

/** Matches a message id in canonical form: lower case, with hyphens. */
export const messageIdPattern =
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The most stream partitions that an id can name. */
export const streamPartitionsMax = 256;

/** Whether a string is a message id in canonical form. */
export function isMessageId(value: string): boolean {
  return messageIdPattern.test(value);
}

/** Returns when ingest made the id, Unix ms. */
export function messageIdTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Returns the stream partition that the message was appended to. */
export function messageIdPartition(id: string): number {
  const high = Number.parseInt(id.slice(19, 23), 16) & 0x3fff;
  return high >> 6;
}

/** Returns the smallest id of messages made at or after a time, Unix ms. */
export function messageIdFloor(timeMs: number): string {
  const hex = Math.max(0, Math.floor(timeMs)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/**
 * Returns the id of a message that was received in the past: always the same for a time and a digest. Its partition is 0.
 *
 * @param timeMs when its station received it, Unix ms
 * @param digest of what distinguishes it from others of that time, at least 17 hexadecimal digits
 */
export function pastMessageId(timeMs: number, digest: string): string {
  const floor = messageIdFloor(timeMs);
  const top = 0x8000 | (Number.parseInt(digest.slice(3, 5), 16) & 0x3f);
  return `${floor.slice(0, 15)}${digest.slice(0, 3)}-${top.toString(16)}-${digest.slice(5, 17)}`;
}

/** The most that ids run ahead of the clock, ms. */
export const idAheadMsMax = 5_000;

const countMax = 0xfff;

/**
 * Makes ids in one process. Each id is greater than the ones before it, unless the clock has stepped
 * back by more than `idAheadMsMax`: ids then follow the clock, so that they are not far ahead of it
 * for as long as the step. No id is made twice, because each has 54 random bits.
 */
export class MessageIds {
  readonly #now;
  // One for each source: otherwise two of them would use the same random bytes.
  readonly #randomPool = new Uint8Array(7 * 512);
  #poolAt = this.#randomPool.length;
  #lastMs;
  // Full, so that the first id is after every one of that time.
  #count = countMax;
  #stepsBack = 0;

  /**
   * @param now the clock, Unix ms; if it steps back a little, ids continue from the last ms used
   * @param afterMs the time of the latest id of an earlier process, which these continue after
   */
  constructor(now: () => number, afterMs = 0) {
    this.#now = now;
    this.#lastMs = afterMs;
  }

  /** The time of the latest id, Unix ms. */
  get lastMs(): number {
    return this.#lastMs;
  }

  /** How often ids have followed the clock back. */
  get stepsBack(): number {
    return this.#stepsBack;
  }

  /** Makes the next id, of a message that is appended to this stream partition. */
  next(partition: number): string {
    const nowMs = Math.floor(this.#now());
    const isFarAhead = this.#lastMs - nowMs > idAheadMsMax;
    if (isFarAhead) this.#stepsBack++;
    if (nowMs > this.#lastMs || isFarAhead) {
      this.#lastMs = nowMs;
      this.#count = 0;
    } else if (++this.#count > countMax) {
      this.#lastMs++;
      this.#count = 0;
    }
    const time = this.#lastMs.toString(16).padStart(12, "0");
    const random = this.#random54();
    const top = 0x8000 | (partition << 6) | (Number.parseInt(random.slice(0, 2), 16) & 0x3f);
    const low = random.slice(2);
    return (
      `${time.slice(0, 8)}-${time.slice(8)}-7${this.#count.toString(16).padStart(3, "0")}-` +
      `${top.toString(16)}-${low}`
    );
  }

  #random54(): string {
    if (this.#poolAt + 7 > this.#randomPool.length) {
      crypto.getRandomValues(this.#randomPool);
      this.#poolAt = 0;
    }
    let hex = "";
    for (let i = 0; i < 7; i++) hex += byteHex[this.#randomPool[this.#poolAt++] ?? 0] ?? "";
    return hex;
  }
}

const byteHex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
