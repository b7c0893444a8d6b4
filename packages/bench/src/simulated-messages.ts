import { createNetwork } from "@jetwire/simulator";

export const seed = 7;

/**
 * Returns simulated decoder objects that are messages, one text each, for all benchmarks.
 *
 * @param startMs time of the first reception, Unix ms: the texts contain times
 */
export function messageTexts(count: number, startMs = Date.now()): string[] {
  const network = createNetwork({
    seed,
    stations: 96,
    airframes: 2_000,
    junkShare: 0,
    startMs,
    ratePerSecond: 5_000,
  });
  const texts: string[] = [];
  while (texts.length < count) {
    const { truth, bytes, station } = network.next();
    if (truth.kind !== "message" || station.ident === null) continue;
    const text = bytes.toString("utf8").trimEnd();
    // JSON.parse alone can't read the few with a level of -inf, so both go without.
    if (!text.includes("-inf")) texts.push(text);
  }
  return texts;
}
