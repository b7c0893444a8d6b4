import { hash } from "node:crypto";
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

/**
 * A transmission's place in 0 … 1, the same wherever the secret is the same. A plain hash over
 * secret and id serves as the keyed one, at a fifth of an HMAC's cost: ids have one length and most
 * of the hash is thrown away, so there is nothing to extend.
 */
function placeOf(groupId: string, secret: string): number {
  return Number.parseInt(hash("sha256", secret + groupId, "hex").slice(0, 12), 16) / 2 ** 48;
}

const firstLinks = '{"first":true';
const laterLinks = '{"first":false';

/** Ingest writes `first` first: mostly the text's beginning says it, without reading the rest. */
function isFirstReception({ linksJson }: StreamEntry): boolean {
  if (linksJson.startsWith(firstLinks)) return true;
  if (linksJson.startsWith(laterLinks)) return false;
  try {
    return EntryLinks.shape.first.parse((JSON.parse(linksJson) as { first?: unknown }).first);
  } catch {
    // Without links nothing says that another station was not first.
    return true;
  }
}

const idLength = 36;
const groupIdStart = '","groupId":"';
/** `{"id":"`, the id and what follows it: where ingest writes the group's id. */
const groupIdAt = 7 + idLength + groupIdStart.length;
const groupIdPattern = /"groupId":"([0-9a-f-]{36})"/;

/** The first `groupId` in the text is the member: ingest writes it before any text of a feeder's. */
function groupIdOf(messageJson: string): string {
  if (messageJson.startsWith(groupIdStart, 7 + idLength)) {
    return messageJson.slice(groupIdAt, groupIdAt + idLength);
  }
  return groupIdPattern.exec(messageJson)?.[1] ?? messageJson;
}
