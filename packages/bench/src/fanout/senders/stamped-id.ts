/**
 * Message ids of the bench: shaped as Jetwire's (UUIDv7), but the last group is the moment of
 * sending and the middle ones a counter, so that a reader gets a message's age and
 * position from a few bytes, without parsing.
 */

/** Returns the machine's monotonic clock in microseconds, which all its processes share. */
export function monotonicMicros(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** @param n 0 to 2^24 − 1 */
export function stampedId(n: number, sentMicros: number, nowMs: number): string {
  const time = hex(nowMs, 12);
  const count = hex(n, 6);
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3)}-` +
    hex(sentMicros, 12)
  );
}

/** Returns the counter of an id. */
export function countOfId(id: string): number {
  return Number.parseInt(id.slice(15, 18) + id.slice(20, 23), 16);
}

const idLength = 36;
const stampAt = 24;

/** Returns the sending time of the id at `at` in monotonic microseconds; null if the id is incomplete. */
export function sentMicrosAt(bytes: Uint8Array, at: number): number | null {
  if (at + idLength > bytes.length) return null;
  let micros = 0;
  for (let i = at + stampAt; i < at + idLength; i++) {
    const digit = hexDigit(bytes[i] ?? 0);
    if (digit < 0) return null;
    micros = micros * 16 + digit;
  }
  return micros;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  if (byte >= 0x61 && byte <= 0x66) return byte - 0x57;
  return -1;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
