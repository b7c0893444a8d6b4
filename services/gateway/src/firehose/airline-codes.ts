import type { AirlineCodes } from "@jetwire/protocol";
import { createLastKnown } from "@jetwire/runtime";

const keptMs = 10 * 60_000;

/** Airline codes, read when first needed and again when ten minutes old; none while nobody answers. */
export function createAirlines(
  read: () => Promise<AirlineCodes>,
  now: () => number,
): () => Promise<AirlineCodes> {
  const known = createLastKnown(read, keptMs, now);
  return () => known().catch(() => new Map());
}
