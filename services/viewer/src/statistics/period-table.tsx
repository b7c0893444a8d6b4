import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Series } from "../look/chart.tsx";
import type { StackedBar } from "../look/stacked-bars.tsx";
import { en } from "../words/en.ts";
import { count } from "../words/numbers.ts";
import { When } from "../words/when.tsx";

interface PeriodTableProps {
  readonly label: string;
  readonly bars: readonly StackedBar[];
  readonly series: readonly Series[];
}

/** The figures of a chart by time, the newest first. */
export function PeriodTable({ label, bars, series }: PeriodTableProps): ReactNode {
  return (
    <table className="table">
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{en.statistics.period}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="number">
              {name}
            </th>
          ))}
          <th scope="col" className="number">
            {en.statistics.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map(({ key, values, search = {} }) => (
          <tr key={key}>
            <td>
              <Link to="/search" search={search} preload={false}>
                <When iso={key} />
              </Link>
            </td>
            {values.map((value, index) => (
              <td key={series[index]?.name ?? index} className="number">
                {count(value)}
              </td>
            ))}
            <td className="number">{count(values.reduce((sum, value) => sum + value, 0))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
