import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { StaleLine } from "../ui/query-state/stale-line.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import "./statistics.css";

const names = en.statistics;
const everyMs = 15_000;

/** Four figures of the network, as they are now. */
export function NetworkFigures(): ReactNode {
  const query = useRest(
    ["stats", "now"],
    async (rest, signal) => await rest.readStats({ hours: 1 }, { signal }),
    { everyMs },
  );
  return (
    <div className="figures-space">
      <QueryState query={query} lines={2}>
        {({ messages, stations, airframes, flights }) => (
          <>
            <StaleLine query={query} everyMs={everyMs} />
            <ul className="figures">
              <Figure value={messages.lastMinute}>
                <Link to="/">{names.perMinute}</Link>
              </Figure>
              <Figure value={stations.online}>
                <Link to="/stations" search={{ online: "true" }}>
                  {names.online(count(stations.visible))}
                </Link>
              </Figure>
              <Figure value={airframes}>
                <Link to="/map">{names.airframes}</Link>
              </Figure>
              <Figure value={flights}>
                <Link to="/flights">{names.flights}</Link>
              </Figure>
            </ul>
          </>
        )}
      </QueryState>
    </div>
  );
}

function Figure({ value, children }: { value: number; children: ReactNode }): ReactNode {
  return (
    <li className="panel">
      <span className="figure">{count(value)}</span>
      <span className="small">{children}</span>
    </li>
  );
}
