import { createHmac } from "node:crypto";
import { EntryLinks, type StreamEntry } from "@jetwire/protocol";

/** What is sampled of a batch, and how many transmissions there were to choose from. */
export interface Sample {
  readonly chosen: readonly StreamEntry[];
  /** First receptions: the transmissions that the budget is counted in. */
  readonly transmissions: number;
}

/**
 * Chooses by a keyed hash of the transmission, so that every replica chooses the same, nobody can
 * predict it, and a smaller fraction's choice lies within a larger one's. Of the receptions of one
 * transmission only the first is taken.
 *
 * @param fraction 0 to 1
 */
export function sample(entries: readonly StreamEntry[], secret: string, fraction: number): Sample {
  const first = entries.filter(isFirstReception);
  const chosen =
    fraction >= 1
      ? first
      : first.filter(({ messageJson }) => placeOf(groupIdOf(messageJson), secret) < fraction);
  return { chosen, transmissions: first.length };
}

/**
 * The fraction that keeps the deployment within its budget.
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

/** A transmission's place in 0 … 1, the same wherever the secret is the same. */
export function placeOf(groupId: string, secret: string): number {
  return createHmac("sha256", secret).update(groupId).digest().readUIntBE(0, 6) / 2 ** 48;
}

function isFirstReception({ linksJson }: StreamEntry): boolean {
  try {
    return EntryLinks.shape.first.parse((JSON.parse(linksJson) as { first?: unknown }).first);
  } catch {
    // Without links nothing says that another station was not first.
    return true;
  }
}

const groupIdPattern = /"groupId":"([0-9a-f-]{36})"/;

/** The first `groupId` in the text is the member: ingest writes it before any text of a feeder's. */
function groupIdOf(messageJson: string): string {
  return groupIdPattern.exec(messageJson)?.[1] ?? messageJson;
}
