import type { StationActivityRow } from "@jetwire/db";

/** The rules by which a station goes offline and is online again. */
export interface StationRules {
  /** The shortest silence after which a station may be offline, ms. */
  readonly silentMsMin: number;
  /** The silence after which a station is offline, whatever is usual for it, ms. */
  readonly silentMsMax: number;
  /** How long an offline station has to send messages again, and how long each state lasts, ms. */
  readonly steadyMs: number;
}

export type StationChange = "offline" | "online" | "back" | "silent-again" | null;

/** This many expected messages do not fail to arrive by chance: e⁻²⁰ if they arrive at random. */
const missedMax = 20;

/**
 * Returns how the state of a station changes now. Silence is measured by the station's usual traffic,
 * so that a station that receives little at night does not go offline every night, and one near the
 * threshold does not alternate.
 */
export function stationChange(
  { online, since, backSince, lastHeardAt, expected }: StationActivityRow,
  nowMs: number,
  { silentMsMin, silentMsMax, steadyMs }: StationRules,
): StationChange {
  const lastMs = Date.parse(lastHeardAt);
  const sinceMs = since === null ? null : Date.parse(since);
  const silentMs = nowMs - lastMs;
  const isMissed = silentMs >= silentMsMin && expected >= missedMax;
  const isSilent = isMissed || silentMs >= silentMsMax;
  if (online) {
    const isSteady = sinceMs === null || nowMs - sinceMs >= steadyMs;
    return isSteady && isSilent ? "offline" : null;
  }
  if (backSince === null) {
    const isReceived = silentMs < silentMsMin && lastMs > (sinceMs ?? 0);
    return isReceived ? "back" : null;
  }
  if (isSilent) return "silent-again";
  return lastMs - Date.parse(backSince) >= steadyMs ? "online" : null;
}
