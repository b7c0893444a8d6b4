import type { Airframe } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { useRestList } from "../data/rest/use-rest-list.ts";
import { AirframeLink } from "../entity/airframe-link.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { type Column, Table } from "../table/table.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { Age } from "../text/when.tsx";

const names = en.entity.airline;
const firstRows = 8;

const columns: readonly Column<Airframe>[] = [
  { head: names.tail, cell: (airframe) => <AirframeLink airframe={airframe} /> },
  { head: names.address, className: "mono", cell: ({ icao }) => icao },
  {
    head: names.type,
    cell: ({ type }) =>
      type !== null && (
        <Link to="/search" search={{ aircraft_type: type }}>
          <UntrustedText text={type} />
        </Link>
      ),
  },
  {
    head: names.lastReceived,
    className: "nowrap",
    cell: ({ lastHeardAt }) => lastHeardAt !== null && <Age iso={lastHeardAt} />,
  },
];

/** The airframes that flew for an airline lately. */
export function AirlineFleet({ code }: { code: string }): ReactNode {
  const [rows, setRows] = useState(firstRows);
  const list = useRestList<Airframe>(["fleet", code], (rest, page, limits) =>
    rest.listAirlineAirframes({ code, ...page }, limits),
  );
  return (
    <section className="panel chart-panel" aria-label={names.fleet}>
      <div className="chart-head">
        <h2>{names.fleet}</h2>
      </div>
      <QueryState query={list} lines={4}>
        {(airframes) =>
          airframes.length === 0 ? (
            <p className="quiet">{names.noFleet}</p>
          ) : (
            <>
              <Table
                isNarrow
                caption={names.fleet}
                rows={airframes.slice(0, rows)}
                keyOf={({ id }) => id}
                columns={columns}
              />
              {(airframes.length > rows || !list.isEnd) && (
                <Button
                  onClick={() => {
                    if (airframes.length < rows * 2) list.loadMore();
                    setRows(rows * 2);
                  }}
                >
                  {en.entity.more}
                </Button>
              )}
            </>
          )
        }
      </QueryState>
    </section>
  );
}
