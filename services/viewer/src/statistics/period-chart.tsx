import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { Chart } from "../ui/charts/chart.tsx";
import { display } from "../ui/display/display.ts";
import type { Zone } from "../ui/display/stored-display.ts";
import { sourceTypeLook } from "../ui/source-types.ts";
import { StackedBars } from "../ui/charts/stacked-bars.tsx";
import { en } from "../text/en.ts";
import { clockTime, dayOf } from "../text/time.ts";
import { PeriodTable } from "./period-table.tsx";
import { occurringTypes, type Period } from "./periods.ts";

interface PeriodChartProps {
  readonly title: string;
  readonly periods: readonly Period[];
  readonly stepMs: number;
  /** More filters of the searches that the bars lead to. */
  readonly search?: Readonly<Record<string, string>>;
  readonly commands?: ReactNode;
  readonly height?: number;
}

const hourMs = 3_600_000;
const hoursByClock = 48;

/** Messages by hour or day and source type. Each bar leads to the messages of its time. */
export function PeriodChart(props: PeriodChartProps): ReactNode {
  const { title, periods, stepMs, search = {}, commands, height } = props;
  const { zone } = useStore(display);
  const types = occurringTypes(periods);
  const series = types.map((type) => {
    const { name, colour } = sourceTypeLook(type);
    return { name, colour: `--${colour}` };
  });
  const isHours = stepMs === hourMs && periods.length <= hoursByClock;
  const bars = periods.map(({ fromMs, messages, bySourceType }) => {
    const from = new Date(fromMs).toISOString();
    const until = new Date(fromMs + stepMs).toISOString();
    return {
      key: from,
      values: types.map((type) => bySourceType[type] ?? 0),
      name: isHours ? clockTime(from, zone) : dayOf(from, zone).replace(/ \d+$/, ""),
      title: en.statistics.barTitle(periodName({ from, stepMs, zone }), messages),
      search: { ...search, since: from, until },
    };
  });
  return (
    <Chart
      title={title}
      commands={commands}
      series={series}
      table={<PeriodTable label={title} bars={bars} series={series} />}
    >
      <StackedBars label={title} bars={bars} series={series} {...(height && { height })} />
    </Chart>
  );
}

function periodName({ from, stepMs, zone }: { from: string; stepMs: number; zone: Zone }): string {
  return stepMs === hourMs ? `${dayOf(from, zone)} ${clockTime(from, zone)}` : dayOf(from, zone);
}
