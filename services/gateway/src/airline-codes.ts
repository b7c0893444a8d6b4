import type { AirlineCodes } from "@jetwire/protocol";

const keptMs = 10 * 60_000;

/** Airline codes, read when first needed and again when ten minutes old; none while nobody answers. */
export function createAirlines(
  read: () => Promise<AirlineCodes>,
  now: () => number,
): () => Promise<AirlineCodes> {
  let known: { codes: AirlineCodes; atMs: number } | undefined;
  return async () => {
    if (known && now() - known.atMs < keptMs) return known.codes;
    const codes = await read().catch(() => null);
    if (codes !== null) known = { codes, atMs: now() };
    return known?.codes ?? new Map();
  };
}
