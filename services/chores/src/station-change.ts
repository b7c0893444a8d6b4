import type { StationActivity } from "@jetwire/db";

/** When a station is taken for offline, and for online again. */
export interface StationRules {
  /** Shorter silence says nothing. */
  readonly silentMsMin: number;
  /** As long a silence is offline, whatever is usual. */
  readonly silentMsMax: number;
  /** An offline station has to be heard so long after it came back, and any change to last so long. */
  readonly steadyMs: number;
}

export type StationChange = "offline" | "online" | "back" | "gone-again" | null;

/** So many messages that should have come and didn't are no accident: e⁻²⁰ if they come at random. */
const missedMax = 20;

/**
 * What becomes of a station at a moment: silence is measured by its own rhythm, so that a station
 * that hears little at night isn't offline every night, and one on the edge doesn't go to and fro.
 */
export function stationChange(
  { online, since, backSince, lastHeardAt, expected }: StationActivity,
  nowMs: number,
  { silentMsMin, silentMsMax, steadyMs }: StationRules,
): StationChange {
  const silentMs = nowMs - lastHeardAt.getTime();
  const isMissed = silentMs >= silentMsMin && expected >= missedMax;
  const isSilent = isMissed || silentMs >= silentMsMax;
  if (online) {
    const isSteady = since === null || nowMs - since.getTime() >= steadyMs;
    return isSteady && isSilent ? "offline" : null;
  }
  if (backSince === null) {
    const isHeard = silentMs < silentMsMin && lastHeardAt.getTime() > (since?.getTime() ?? 0);
    return isHeard ? "back" : null;
  }
  if (isSilent) return "gone-again";
  return lastHeardAt.getTime() - backSince.getTime() >= steadyMs ? "online" : null;
}
