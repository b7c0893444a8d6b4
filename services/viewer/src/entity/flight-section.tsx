import type { FlightSummary } from "@jetwire/protocol";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import type { RestList } from "../data/rest/use-rest-list.ts";
import { FlightTable } from "../flight/flight-table.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";

interface FlightSectionProps {
  readonly title: string;
  readonly list: RestList<FlightSummary>;
  readonly empty: string;
  /** A part beside the heading. */
  readonly children?: ReactNode;
}

const firstRows = 8;

/** The latest flights of an airframe or an airline, and more on request. */
export function FlightSection({ title, list, empty, children }: FlightSectionProps): ReactNode {
  const [rows, setRows] = useState(firstRows);
  return (
    <section className="panel chart-panel" aria-label={title}>
      <div className="chart-head">
        <h2>{title}</h2>
        {children}
      </div>
      <QueryState query={list} lines={4}>
        {(flights) =>
          flights.length === 0 ? (
            <p className="quiet">{empty}</p>
          ) : (
            <>
              <FlightTable flights={flights.slice(0, rows)} hasAirline={false} isNarrow />
              {(flights.length > rows || !list.isEnd) && (
                <Button
                  onClick={() => {
                    if (flights.length < rows * 2) list.loadMore();
                    setRows(rows * 2);
                  }}
                >
                  {en.entity.flights.showMore}
                </Button>
              )}
            </>
          )
        }
      </QueryState>
    </section>
  );
}
