import { Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { en } from "../../text/en.ts";
import "./chart.css";

/** A series of a chart: its name and the token of its colour. */
export interface Series {
  readonly name: string;
  /** A custom property of the tokens, for example `--vdl`. */
  readonly colour: string;
}

interface ChartProps {
  readonly title: string;
  /** Explains the figures, for example when they were counted. */
  readonly note?: ReactNode;
  readonly series?: readonly Series[];
  /** Choices of what the chart shows. */
  readonly commands?: ReactNode;
  /** The same figures as a table. */
  readonly table?: ReactNode;
  readonly children: ReactNode;
}

/** A chart with its heading, its legend, and the same figures as a table. */
export function Chart(props: ChartProps): ReactNode {
  const { title, note, series, commands, table, children } = props;
  const [isTable, setTable] = useState(false);
  return (
    <section className="panel chart-panel" aria-label={title}>
      <div className="chart-head">
        <h2>{title}</h2>
        {commands}
        {table !== undefined && (
          <Button kind="plain" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            <Icon of={Table2} />
            {en.statistics.table}
          </Button>
        )}
      </div>
      {note !== undefined && <p className="quiet small">{note}</p>}
      {isTable ? (
        <div className="chart-table" tabIndex={0} role="region" aria-label={title}>
          {table}
        </div>
      ) : (
        <>
          {children}
          {series !== undefined && series.length > 1 && <Legend series={series} />}
        </>
      )}
    </section>
  );
}

function Legend({ series }: { series: readonly Series[] }): ReactNode {
  return (
    <ul className="legend">
      {series.map(({ name, colour }) => (
        <li key={name}>
          <svg width="10" height="10" aria-hidden="true">
            <rect width="10" height="10" rx="2" fill={`var(${colour})`} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
