import { Group } from "@visx/group";
import { scaleLinear, scaleTime } from "@visx/scale";
import { LinePath } from "@visx/shape";
import { memo, type ReactNode } from "react";
import { Axes } from "./chart-axes.tsx";
import { Grid } from "./stacked-bars.tsx";
import { useWidth } from "./use-width.ts";
import "./chart.css";

/** A value at a time. */
interface TimedValue {
  readonly atMs: number;
  readonly value: number;
  /** A custom property of the tokens that colours the point. */
  readonly colour: string;
  readonly title: string;
}

interface LineChartProps {
  readonly label: string;
  /** The values in the order of their times. */
  readonly values: readonly TimedValue[];
  readonly nameTime: (atMs: number) => string;
  readonly nameValue: (value: number) => string;
  readonly height?: number;
}

const margin = { left: 60, right: 24, top: 8, bottom: 22 };
const pixelsPerName = 90;

/** Values by time: points, and a line between them. */
export const LineChart = memo(function LineChart(props: LineChartProps): ReactNode {
  const { label, values, nameTime, nameValue, height = 180 } = props;
  const [element, width] = useWidth<HTMLDivElement>();
  const inner = {
    width: Math.max(0, width - margin.left - margin.right),
    height: height - margin.top - margin.bottom,
  };
  const times = values.map(({ atMs }) => atMs);
  const x = scaleTime({
    domain: [Math.min(...times), Math.max(...times)],
    range: [0, inner.width],
  });
  const greatest = Math.max(...values.map(({ value }) => value));
  const y = scaleLinear({ domain: [0, greatest], range: [inner.height, 0], nice: true });
  const ticks = Math.max(2, Math.floor(inner.width / pixelsPerName));
  return (
    <div ref={element} className="chart" style={{ blockSize: height }}>
      {width > 0 && values.length > 0 && (
        <svg width={width} height={height} role="img" aria-label={label}>
          <Group left={margin.left} top={margin.top}>
            <Grid lines={y.ticks(4).map((value) => y(value))} width={inner.width} />
            <LinePath
              data={[...values]}
              x={({ atMs }) => x(atMs)}
              y={({ value }) => y(value)}
              className="chart-line"
            />
            {values.map(({ atMs, value, colour, title }) => (
              <circle key={atMs} cx={x(atMs)} cy={y(value)} r={3} fill={`var(${colour})`}>
                <title>{title}</title>
              </circle>
            ))}
            <Axes
              x={x}
              y={y}
              height={inner.height}
              xValues={x.ticks(ticks)}
              nameX={(at) => nameTime(Number(at))}
              nameY={nameValue}
            />
          </Group>
        </svg>
      )}
    </div>
  );
});
