import type { Receipts } from "@jetwire/protocol";
import { messageIdTimeMs } from "@jetwire/protocol/plain";

/** A minute of a station of which a copy differs from the service. */
export interface ReceiptDifference {
  readonly minute: string;
  /** Messages that the service has stored on time, and those of the copy that count among them. */
  readonly expected: number;
  readonly found: number;
  /** The ids that the copy lacks, if the receipts have ids. Redacted ones are no hole. */
  readonly missing: readonly string[] | null;
}

const minuteMs = 60_000;

/**
 * Compares the ids of a copy with the receipts of a station. Messages that were stored late, or were redacted since,
 * are no difference.
 *
 * @param receipts the answer of `listReceipts`; with `ids` the missing ones are named
 * @param ids all ids of the station's messages in the copy, in any order; others than of these minutes are ignored
 * @returns the minutes in which the copy is not complete; none if it is
 */
export async function compareReceipts(
  { since, until, receipts }: Receipts,
  ids: Iterable<string>,
): Promise<ReceiptDifference[]> {
  const [fromMs, toMs] = [Date.parse(since), Date.parse(until)];
  const byMinute = new Map<number, Set<string>>();
  for (const id of ids) {
    const ms = messageIdTimeMs(id);
    if (ms < fromMs || ms >= toMs) continue;
    const minute = Math.floor(ms / minuteMs) * minuteMs;
    byMinute.set(minute, (byMinute.get(minute) ?? new Set()).add(id));
  }
  const differences: ReceiptDifference[] = [];
  for (const { minute, count, digest, redacted, late, ids: all } of receipts) {
    const own = byMinute.get(Date.parse(minute)) ?? new Set();
    byMinute.delete(Date.parse(minute));
    const counted = new Set([...own, ...redacted]);
    for (const id of late) counted.delete(id);
    if (counted.size === count && (await digestOf(counted)) === digest) continue;
    const missing = all?.filter((id) => !counted.has(id)) ?? null;
    differences.push({ minute, expected: count, found: counted.size, missing });
  }
  // Minutes of which the service has nothing.
  for (const [ms, own] of byMinute) {
    const minute = new Date(ms).toISOString();
    differences.push({ minute, expected: 0, found: own.size, missing: [] });
  }
  return differences.toSorted((a, b) => Date.parse(a.minute) - Date.parse(b.minute));
}

async function digestOf(ids: ReadonlySet<string>): Promise<string> {
  const lines = [...ids].toSorted().map((id) => `${id}\n`);
  const bytes = new TextEncoder().encode(lines.join(""));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
