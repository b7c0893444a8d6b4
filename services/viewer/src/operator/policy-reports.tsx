import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
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
            {
              head: en.operator.directive,
              cell: ({ directive }) => <UntrustedText text={directive} />,
            },
            { head: en.operator.page, cell: ({ page }) => <UntrustedText text={page} /> },
            { head: en.operator.blocked, cell: ({ blocked }) => <UntrustedText text={blocked} /> },
            { head: en.operator.source, cell: ({ source }) => <UntrustedText text={source} /> },
            { head: en.operator.sample, cell: ({ sample }) => <UntrustedText text={sample} /> },
          ]}
        />
      )}
    </QueryState>
  );
}
