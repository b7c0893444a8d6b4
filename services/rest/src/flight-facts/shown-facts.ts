import type { MessageViewer } from "@jetwire/db";
import type { FlightFacts } from "@jetwire/protocol";

/** Returns facts without the stations that were hidden after they had received something. */
export function shownFacts(facts: FlightFacts, { hiddenStationIds }: MessageViewer): FlightFacts {
  const evidence = Object.entries(facts.evidence).map(([kind, values]) => [
    kind,
    values.map((value) => ({
      ...value,
      stationIds: value.stationIds.filter((id) => !hiddenStationIds.includes(id)),
    })),
  ]);
  return { ...facts, evidence: Object.fromEntries(evidence) as FlightFacts["evidence"] };
}
