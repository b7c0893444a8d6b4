import { AxisBottom, AxisLeft, type AxisScale, type TickRendererProps } from "@visx/axis";
import type { ReactNode } from "react";

interface AxesProps<X extends AxisScale> {
  readonly x: X;
  readonly y: AxisScale;
  readonly height: number;
  /** The values that are named below the chart. */
  readonly xValues: Parameters<X>[0][];
  readonly nameX: (value: Parameters<X>[0]) => string;
  readonly nameY: (value: number) => string;
}

const yTicks = 4;

/** The axes of a chart, in the colours of the tokens. */
export function Axes<X extends AxisScale>(props: AxesProps<X>): ReactNode {
  const { x, y, height, xValues, nameX, nameY } = props;
  return (
    <g className="axes" aria-hidden="true">
      <AxisLeft
        scale={y}
        numTicks={yTicks}
        hideAxisLine
        hideTicks
        tickFormat={(value) => nameY(Number(value))}
        tickComponent={leftName}
      />
      <AxisBottom
        scale={x}
        top={height}
        tickValues={xValues}
        tickLength={4}
        tickFormat={(value) => nameX(value)}
        axisLineClassName="axis-line"
        tickClassName="axis-tick"
        tickComponent={bottomName}
      />
    </g>
  );
}

function leftName({ x, y, formattedValue }: TickRendererProps): ReactNode {
  return (
    <text x={x} y={y} dy="0.32em" textAnchor="end">
      {formattedValue}
    </text>
  );
}

function bottomName({ x, y, formattedValue }: TickRendererProps): ReactNode {
  return (
    <text x={x} y={y} dy="0.4em" textAnchor="middle">
      {formattedValue}
    </text>
  );
}
