import type { ReactNode } from "react";
import { useRest } from "../data/use-rest.ts";
import { QueryState } from "../look/query-state.tsx";
import { Foreign } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { Table } from "../table/table.tsx";
import { TimeCell } from "./time-cell.tsx";

/** The latest violations of the page's policy that browsers have reported. */
export function PolicyReports(): ReactNode {
  const reports = useRest(["csp-reports"], (client, signal) =>
    Array.fromAsync(client.listCspReports({}, { signal })),
  );
  return (
    <QueryState query={reports} lines={4}>
      {(shown) => (
        <Table
          isPanel
          caption={en.operator.sections.policy}
          empty={en.operator.empty.policy}
          rows={shown.map((report, index) => ({ ...report, index }))}
          keyOf={({ index }) => index}
          columns={[
            { head: en.operator.time, cell: ({ at }) => <TimeCell at={at} /> },
            { head: en.operator.directive, cell: ({ directive }) => <Foreign text={directive} /> },
            { head: en.operator.page, cell: ({ page }) => <Foreign text={page} /> },
            { head: en.operator.blocked, cell: ({ blocked }) => <Foreign text={blocked} /> },
            { head: en.operator.source, cell: ({ source }) => <Foreign text={source} /> },
            { head: en.operator.sample, cell: ({ sample }) => <Foreign text={sample} /> },
          ]}
        />
      )}
    </QueryState>
  );
}
