import type { StationStatus } from "@jetwire/protocol";
import { count } from "../text/numbers.ts";

/** Returns the messages of a station's last hour; an estimate is marked: `≈ 1,204`. */
export function lastHour({
  now,
  estimated,
}: Pick<StationStatus["messagesPerHour"], "now" | "estimated">): string {
  return estimated ? `≈ ${count(now)}` : count(now);
}
