import { hash } from "node:crypto";
import type { StreamEntry } from "@jetwire/protocol";

/** The sampled entries of a batch, and the number of transmissions that they were sampled from. */
export interface Sample {
  readonly chosen: readonly StreamEntry[];
  /** First receptions: the transmissions that the budget is counted in. */
  readonly transmissions: number;
}

/** The fraction that is sampled, 0 to 1, and the stations of canary messages, which are not. */
export interface SampleRule {
  readonly fraction: number;
  readonly canaryIds: ReadonlySet<number>;
}

/**
 * Samples by a keyed hash of the transmission: every replica chooses the same, nobody can predict it,
 * and the sample of a smaller fraction lies within that of a larger one. Of the receptions of one
 * transmission only the first is taken, and none that was delivered before.
 *
 */
export function sample(
  entries: readonly StreamEntry[],
  secret: string,
  { fraction, canaryIds }: SampleRule,
): Sample {
  const receptions = entries.filter(
    ({ first, storeOnly, stationId }) => first && !storeOnly && !canaryIds.has(stationId),
  );
  const chosen =
    fraction >= 1
      ? receptions
      : receptions.filter(({ groupId }) => isSampled(groupId, secret, fraction));
  return { chosen, transmissions: receptions.length };
}

/** Whether a transmission is in the sample. */
export function isSampled(groupId: string, secret: string, fraction: number): boolean {
  return fraction >= 1 || hashPosition(groupId, secret) < fraction;
}

/**
 * Returns the fraction that keeps the deployment within its budget.
 *
 * @param perSecond transmissions per second over all replicas
 */
export function fractionFor(
  perSecond: number,
  eventsPerSecondMax: number,
  fractionMax: number,
): number {
  return perSecond <= 0 ? fractionMax : Math.min(fractionMax, eventsPerSecondMax / perSecond);
}

/**
 * Returns a transmission's position between 0 and 1, the same for the same secret. A plain hash of
 * secret and id replaces an HMAC at a fifth of its cost: ids have one length and most of the hash is
 * discarded, so a length extension yields nothing.
 */
function hashPosition(groupId: string, secret: string): number {
  return Number.parseInt(hash("sha256", secret + groupId, "hex").slice(0, 12), 16) / 2 ** 48;
}
