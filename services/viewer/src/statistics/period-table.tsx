import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Series } from "../ui/charts/chart.tsx";
import type { StackedBar } from "../ui/charts/stacked-bars.tsx";
import { Table } from "../table/table.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { When } from "../text/when.tsx";

interface PeriodTableProps {
  readonly label: string;
  readonly bars: readonly StackedBar[];
  readonly series: readonly Series[];
}

/** The figures of a chart by time, the newest first. */
export function PeriodTable({ label, bars, series }: PeriodTableProps): ReactNode {
  return (
    <Table
      caption={label}
      rows={bars.toReversed()}
      keyOf={({ key }) => key}
      columns={[
        {
          head: en.statistics.period,
          cell: ({ key, search = {} }) => (
            <Link to="/search" search={search} preload={false}>
              <When iso={key} />
            </Link>
          ),
        },
        ...series.map(({ name }, index) => ({
          head: name,
          isNumber: true,
          cell: ({ values }: StackedBar) => count(values[index] ?? 0),
        })),
        {
          head: en.statistics.total,
          isNumber: true,
          cell: ({ values }) => count(values.reduce((sum, value) => sum + value, 0)),
        },
      ]}
    />
  );
}
