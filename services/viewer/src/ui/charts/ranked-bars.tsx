import type { ReactNode } from "react";
import { count, percent } from "../../text/numbers.ts";
import { en } from "../../text/en.ts";
import "./chart.css";

/** One line of a ranking. */
interface RankedBar {
  readonly key: string;
  /** Its name, as a link where there is something to open. */
  readonly name: ReactNode;
  readonly detail?: ReactNode;
  readonly value: number;
}

interface RankedBarsProps {
  readonly label: string;
  readonly bars: readonly RankedBar[];
  /** All of which the bars are parts. */
  readonly total: number;
  /** The heading of the names. */
  readonly nameOf: string;
}

/** A table of counts, the greatest first, each with a bar and its share of all. */
export function RankedBars({ label, bars, total, nameOf }: RankedBarsProps): ReactNode {
  const greatest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <table className="ranking">
      <caption className="visually-hidden">{label}</caption>
      <colgroup>
        <col className="ranking-name" />
        <col />
        <col className="ranking-count" />
        <col className="ranking-share" />
      </colgroup>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{nameOf}</th>
          <th scope="col">{en.statistics.bar}</th>
          <th scope="col">{en.statistics.messages}</th>
          <th scope="col">{en.statistics.share}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, name, detail, value }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              {detail !== undefined && <span className="ranking-detail">{detail}</span>}
            </th>
            <td className="ranking-bar" aria-label={percent(value / greatest)}>
              <svg width="100%" height="8" aria-hidden="true">
                <rect width={`${(value / greatest) * 100}%`} height="8" rx="2" />
              </svg>
            </td>
            <td className="number">{count(value)}</td>
            <td className="number quiet">{total > 0 && percent(value / total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
