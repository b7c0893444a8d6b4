import type { StationReject } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useRest } from "../data/use-rest.ts";
import { allOf } from "../data/use-rest-list.ts";
import { Chart } from "../look/chart.tsx";
import { QueryState } from "../look/query-state.tsx";
import { Foreign } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { count } from "../words/numbers.ts";
import { Age } from "../words/when.tsx";

const names = en.stations;

/** Lists the objects of the owner's station that were refused, by reason. */
export function StationRejects({ id }: { id: string }): ReactNode {
  const query = useRest(
    ["station-rejects", id],
    async (rest, signal) => await allOf(rest.listStationRejects({ id }, { signal })),
  );
  return (
    <QueryState query={query} lines={3} title={names.rejected}>
      {(rejects) => (
        <Chart title={names.rejected}>
          {rejects.length === 0 ? (
            <p className="quiet">{names.noRejects}</p>
          ) : (
            <RejectTable rejects={rejects} />
          )}
        </Chart>
      )}
    </QueryState>
  );
}

function RejectTable({ rejects }: { rejects: readonly StationReject[] }): ReactNode {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{names.reason}</th>
          <th scope="col" className="number">
            {names.count}
          </th>
          <th scope="col">{names.last}</th>
        </tr>
      </thead>
      <tbody>
        {rejects.map(({ reason, count: refused, lastAt, detail }) => (
          <tr key={reason}>
            <td>
              <Foreign text={reason} />{" "}
              <span className="quiet">
                <Foreign text={detail} />
              </span>
            </td>
            <td className="number">{count(refused)}</td>
            <td className="nowrap">
              <Age iso={lastAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
