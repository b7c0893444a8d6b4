/** How far a station's clock may be off. */
export interface ClockLimits {
  /** Further ahead than this its time is not believed. */
  readonly aheadMsMax: number;
  /** Messages kept back by an outage are real; older than this is a wrong clock. */
  readonly behindMsMax: number;
}

/** A skew above this is flagged, whether the time is believed or not. */
const flaggedMs = 5 * 60_000;

/**
 * When a message was heard: the station's own time, or ours where its clock is unusable.
 *
 * @param stationTimeMs Unix ms as the station said, null for none
 */
export function timeOf(
  stationTimeMs: number | null,
  acceptedAtMs: number,
  limits: ClockLimits,
): { readonly timeMs: number; readonly skewed: boolean } {
  if (stationTimeMs === null) return { timeMs: acceptedAtMs, skewed: false };
  const ahead = stationTimeMs - acceptedAtMs;
  const skewed = Math.abs(ahead) > flaggedMs;
  const believed = ahead <= limits.aheadMsMax && -ahead <= limits.behindMsMax;
  return { timeMs: believed ? Math.round(stationTimeMs) : acceptedAtMs, skewed };
}
