import type { ListedStation, StationStatus } from "@jetwire/protocol";

/** The state of a station in one word. */
export type StationState = "online" | "quiet" | "waiting" | "offline";

const quietShare = 0.5;

/** Says whether a station sends as usual: less than half of its usual rate is quiet. */
export function stationState(
  { online, lastHeardAt }: Pick<ListedStation, "online" | "lastHeardAt">,
  rates?: Pick<StationStatus["messagesPerHour"], "now" | "usual">,
): StationState {
  if (lastHeardAt === null) return "waiting";
  if (!online) return "offline";
  const isQuiet = rates?.usual != null && rates.now < rates.usual * quietShare;
  return isQuiet ? "quiet" : "online";
}
