import type { StationReject } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { Chart } from "../ui/charts/chart.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { type Column, Table } from "../table/table.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { Age } from "../text/when.tsx";

const names = en.stations;

const columns: readonly Column<StationReject>[] = [
  {
    head: names.reason,
    cell: ({ reason, detail }) => (
      <>
        <UntrustedText text={reason} />{" "}
        <span className="quiet">
          <UntrustedText text={detail} />
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
    async (rest, signal) => await Array.fromAsync(rest.listStationRejects({ id }, { signal })),
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
