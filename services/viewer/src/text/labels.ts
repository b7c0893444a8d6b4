import { labelMeanings } from "@jetwire/protocol/plain";

type Direction = "uplink" | "downlink" | null;

/** Returns what an ACARS label means, for people; null if it has no general meaning. */
export function labelMeaning(label: string, direction: Direction = null): string | null {
  const meanings = byLabel.get(label) ?? [];
  const exact = meanings.find(({ linkDirection }) => linkDirection === direction);
  const general = meanings.find(({ linkDirection }) => linkDirection === null) ?? meanings[0];
  return (exact ?? general)?.meaning ?? null;
}

const byLabel = Map.groupBy(labelMeanings, ({ label }) => label);
