import type { FeedGap } from "@jetwire/protocol";
import { messageIdTimeMs } from "@jetwire/protocol/plain";

/** A time of which messages are missing in the list, in ms since 1970. */
export interface MissedTime {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** How far back a gap is searched if its begin is unknown. */
const unknownMs = 3_600_000;

/** Returns the missed time after a further gap. It ends now, because the live messages follow it. */
export function withGap(known: MissedTime | null, { after }: FeedGap, nowMs: number): MissedTime {
  const fromMs = after === null ? nowMs - unknownMs : messageIdTimeMs(after);
  return { fromMs: Math.min(fromMs, known?.fromMs ?? fromMs), untilMs: nowMs };
}

const stationsMax = 20;

/** Returns the query of Search for what was missed of some stations; of all, if they are too many. */
export function searchOfMissed(
  { fromMs, untilMs }: MissedTime,
  stationIds: readonly number[],
): Readonly<Record<string, string>> {
  return {
    since: new Date(fromMs).toISOString(),
    until: new Date(untilMs).toISOString(),
    ...(stationIds.length <= stationsMax && { station: stationIds.join(",") }),
    first: "0",
  };
}
