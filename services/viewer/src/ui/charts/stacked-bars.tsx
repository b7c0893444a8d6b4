import { Group } from "@visx/group";
import { scaleBand, scaleLinear, scaleOrdinal } from "@visx/scale";
import { BarStack } from "@visx/shape";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode } from "react";
import { count } from "../../text/numbers.ts";
import type { Series } from "./chart.tsx";
import { Axes } from "./chart-axes.tsx";
import { useWidth } from "./use-width.ts";
import "./chart.css";

/** A bar: values by series, in the order of the series. */
export interface StackedBar {
  readonly key: string;
  readonly values: readonly number[];
  /** The period and the count in full, shown under the pointer. */
  readonly title: string;
  /** The name below it, where there is space. */
  readonly name: string;
  /** The filters of Search that select what the bar counts. */
  readonly search?: Readonly<Record<string, string>>;
}

interface StackedBarsProps {
  readonly label: string;
  readonly bars: readonly StackedBar[];
  readonly series: readonly Series[];
  readonly height?: number;
}

const margin = { left: 44, right: 24, top: 8, bottom: 22 };
const pixelsPerName = 72;
/** The least height of the axis: from four on, each of its four names is a whole number. */
const greatestMin = 4;

/** Bars of several parts by period, the oldest at the left. */
export const StackedBars = memo(function StackedBars(props: StackedBarsProps): ReactNode {
  const { label, bars, series, height = 200 } = props;
  const [element, width] = useWidth<HTMLDivElement>();
  const inner = {
    width: Math.max(0, width - margin.left - margin.right),
    height: height - margin.top - margin.bottom,
  };
  const greatest = Math.max(
    greatestMin,
    ...bars.map(({ values }) => values.reduce((a, b) => a + b, 0)),
  );
  const x = scaleBand({
    domain: bars.map(({ key }) => key),
    range: [0, inner.width],
    padding: 0.2,
  });
  const y = scaleLinear({ domain: [0, greatest], range: [inner.height, 0], nice: true });
  const names = series.map(({ name }) => name);
  const colours = scaleOrdinal({
    domain: names,
    range: series.map(({ colour }) => `var(${colour})`),
  });
  const byKey = new Map(bars.map((bar) => [bar.key, bar]));
  const rows = bars.map(({ key, values }) => ({
    key,
    ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? 0])),
  }));
  return (
    <div ref={element} className="chart" style={{ blockSize: height }}>
      {width > 0 && (
        <svg width={width} height={height} role="group" aria-label={label}>
          <Group left={margin.left} top={margin.top}>
            <Grid lines={y.ticks(4).map((value) => y(value))} width={inner.width} />
            <BarStack<Record<string, number | string>, string, typeof x, typeof y>
              data={rows}
              keys={names}
              x={(row) => String(row["key"])}
              xScale={x}
              yScale={y}
              color={colours}
            >
              {(stacks) =>
                stacks.flatMap((stack) =>
                  stack.bars.map((bar) => (
                    <rect
                      key={`${stack.index}-${bar.index}`}
                      x={bar.x}
                      y={bar.y}
                      width={bar.width}
                      height={Math.max(0, bar.height)}
                      fill={bar.color}
                    />
                  )),
                )
              }
            </BarStack>
            {bars.map((bar) => (
              <Target
                key={bar.key}
                bar={bar}
                left={x(bar.key) ?? 0}
                width={x.step()}
                height={inner.height}
              />
            ))}
            <Axes
              x={x}
              y={y}
              height={inner.height}
              xValues={named(bars, inner.width)}
              nameX={(key) => byKey.get(key)?.name ?? ""}
              nameY={count}
            />
          </Group>
        </svg>
      )}
    </div>
  );
});

/** The whole column of a bar, so that small bars can be pointed at. The table has the same links. */
function Target(props: {
  bar: StackedBar;
  left: number;
  width: number;
  height: number;
}): ReactNode {
  const { bar, left, width, height } = props;
  const column = (
    <rect className="chart-target" x={left} y={0} width={width} height={height}>
      <title>{bar.title}</title>
    </rect>
  );
  if (!bar.search) return column;
  return (
    <Link to="/search" search={bar.search} tabIndex={-1} preload={false}>
      {column}
    </Link>
  );
}

/** Lines behind a chart. */
export function Grid({ lines, width }: { lines: readonly number[]; width: number }): ReactNode {
  return lines.map((top) => (
    <line key={top} className="grid-line" x1={0} x2={width} y1={top} y2={top} />
  ));
}

/** Returns the keys of as many bars as names have space for, evenly spread. */
function named(bars: readonly StackedBar[], width: number): string[] {
  const step = Math.max(1, Math.ceil(bars.length / Math.max(1, Math.floor(width / pixelsPerName))));
  return bars.filter((_, index) => (bars.length - 1 - index) % step === 0).map(({ key }) => key);
}
