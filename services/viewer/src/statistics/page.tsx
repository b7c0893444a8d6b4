import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import "../entity/entity.css";
import { ShareFailures } from "../ui/query-state/share-failures.tsx";
import { en } from "../text/en.ts";
import { BreakdownChart } from "./breakdown-chart.tsx";
import { NetworkFigures } from "./network-figures.tsx";
import { RangeLinks } from "./range-links.tsx";
import { statisticsRangeOf } from "./ranges.ts";
import { TrafficChart } from "./traffic-chart.tsx";

const route = getRouteApi("/stats");
const names = en.statistics;

const breakdowns = [
  { by: "label", title: names.byLabel },
  { by: "airline", title: names.byAirline },
  { by: "decoded", title: names.byDecoded },
  { by: "frequency", title: names.byFrequency },
  { by: "type", title: names.byType },
] as const;

/** Shows the traffic of the whole network: four figures, and messages by time and by property. */
export function StatisticsPage(): ReactNode {
  const { range: requested } = route.useSearch();
  const range = statisticsRangeOf(requested, "24h");
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={names.title} />
        <RangeLinks range={range} requested={requested} />
      </div>
      <div className="page-body">
        <ShareFailures>
          <NetworkFigures />
          <TrafficChart range={range} />
          <div className="pair">
            {breakdowns.map(({ by, title }) => (
              <BreakdownChart key={by} by={by} title={title} range={range} />
            ))}
          </div>
          <p>
            <Link to="/undecoded">{en.undecoded.link}</Link>
          </p>
        </ShareFailures>
      </div>
    </div>
  );
}
