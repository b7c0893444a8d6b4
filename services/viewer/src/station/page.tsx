import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { useRestList } from "../data/rest/use-rest-list.ts";
import { EntityPage } from "../entity/entity-page.tsx";
import { EntityState, isAwaited } from "../entity/entity-state.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { StaleLine } from "../ui/query-state/stale-line.tsx";
import { RangeLinks } from "../statistics/range-links.tsx";
import { statisticsRangeOf } from "../statistics/ranges.ts";
import { en } from "../text/en.ts";
import { MonitorPage } from "./monitor-page.tsx";
import { StationActivity, useStationGaps } from "./station-activity.tsx";
import { StationCoverageChart, useStationCoverage } from "./coverage/station-coverage.tsx";
import { StationFacts } from "./station-facts.tsx";
import { StationHead } from "./station-head.tsx";
import { StationLead } from "./station-lead.tsx";
import { StationLabels, useStationLabels } from "./station-labels.tsx";
import { StationRejects } from "./station-rejects.tsx";
import { useStationTraffic } from "./station-traffic-chart.tsx";
import "./station.css";

const route = getRouteApi("/stations/$id");
const everyMs = 15_000;

/** One station: its state and rates, its coverage, and its messages, stored or live. */
export function StationPage(): ReactNode {
  const { id } = route.useParams();
  const { live, range: requested } = route.useSearch();
  const range = statisticsRangeOf(requested, "7d");
  const station = useRest(
    ["station", id],
    async (rest, signal) => await rest.readStation({ id }, { signal }),
  );
  const status = useRest(
    ["station-status", id],
    async (rest, signal) => await rest.readStationStatus({ id }, { signal }),
    { everyMs },
  );
  const messages = useRestList(["station-messages", id], (rest, page, limits) =>
    rest.listStationMessages({ id, include: "station,airframe,flight", ...page }, limits),
  );
  const isLive = live === "1";
  const coverage = useStationCoverage(id, !isLive);
  const gaps = useStationGaps(id, !isLive);
  const labels = useStationLabels(id, !isLive);
  const traffic = useStationTraffic(id, range, !isLive);
  const head = station.data && (
    <StationHead station={station.data} status={status.data} isLive={isLive} />
  );
  if (isLive && station.data) return <MonitorPage station={station.data} head={head} />;
  return (
    <EntityPage
      isLoading={station.isPending || [status, coverage, gaps, labels, traffic].some(isAwaited)}
      messages={messages}
      heading={en.stations.messages}
      empty={en.stations.noMessages}
    >
      <EntityState kind="station" query={station} others={[status]} lines={8}>
        {(shown) => (
          <>
            {head}
            <div className="page-body">
              <StaleLine query={status} everyMs={everyMs} />
              <QueryState query={status} lines={8}>
                {(known) => (
                  <>
                    <StationLead status={known} />
                    <StationFacts station={shown} status={known} />
                  </>
                )}
              </QueryState>
              <StationActivity
                id={id}
                gaps={gaps}
                traffic={traffic}
                range={range}
                commands={<RangeLinks range={range} requested={requested} />}
              />
              <div className="pair">
                <StationCoverageChart query={coverage} station={shown} />
                <div className="column">
                  <StationLabels id={id} query={labels} />
                  {shown.settings && <StationRejects id={id} />}
                </div>
              </div>
            </div>
          </>
        )}
      </EntityState>
    </EntityPage>
  );
}
