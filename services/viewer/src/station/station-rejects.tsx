import type { StationReject } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useRest } from "../data/use-rest.ts";
import { allOf } from "../data/use-rest-list.ts";
import { Chart } from "../look/chart.tsx";
import { QueryState } from "../look/query-state.tsx";
import { type Column, Table } from "../table/table.tsx";
import { Foreign } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { count } from "../words/numbers.ts";
import { Age } from "../words/when.tsx";

const names = en.stations;

const columns: readonly Column<StationReject>[] = [
  {
    head: names.reason,
    cell: ({ reason, detail }) => (
      <>
        <Foreign text={reason} />{" "}
        <span className="quiet">
          <Foreign text={detail} />
        </span>
      </>
    ),
  },
  { head: names.count, isNumber: true, cell: ({ count: refused }) => count(refused) },
  { head: names.last, className: "nowrap", cell: ({ lastAt }) => <Age iso={lastAt} /> },
];

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
            <Table
              caption={names.rejected}
              rows={rejects}
              keyOf={({ reason }) => reason}
              columns={columns}
            />
          )}
        </Chart>
      )}
    </QueryState>
  );
}
