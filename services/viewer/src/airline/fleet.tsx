import type { Airframe } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../look/button.tsx";
import { useRestList } from "../data/use-rest-list.ts";
import { AirframeLink } from "../entity/airframe-link.tsx";
import { QueryState } from "../look/query-state.tsx";
import { Foreign } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { Age } from "../words/when.tsx";

const names = en.entity.airline;
const firstRows = 8;

/** The airframes that flew for an airline lately. */
export function Fleet({ code }: { code: string }): ReactNode {
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
              <FleetTable airframes={airframes.slice(0, rows)} />
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

function FleetTable({ airframes }: { airframes: readonly Airframe[] }): ReactNode {
  return (
    <div className="table-scroll">
      <table className="table" data-narrow>
        <caption className="visually-hidden">{names.fleet}</caption>
        <thead>
          <tr>
            <th scope="col">{names.tail}</th>
            <th scope="col">{names.address}</th>
            <th scope="col">{names.type}</th>
            <th scope="col">{names.lastReceived}</th>
          </tr>
        </thead>
        <tbody>
          {airframes.map((airframe) => (
            <tr key={airframe.id}>
              <td>
                <AirframeLink airframe={airframe} />
              </td>
              <td className="mono">{airframe.icao}</td>
              <td>
                {airframe.type !== null && (
                  <Link to="/search" search={{ aircraft_type: airframe.type }}>
                    <Foreign text={airframe.type} />
                  </Link>
                )}
              </td>
              <td className="nowrap">
                {airframe.lastHeardAt !== null && <Age iso={airframe.lastHeardAt} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
