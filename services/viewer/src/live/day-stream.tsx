import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useMediaQuery } from "../ui/media-query.ts";
import { sourceTypeLook } from "../ui/source-types.ts";
import { occurringTypes, type Period } from "../statistics/periods.ts";
import { periodsOf, useTraffic } from "../statistics/traffic.ts";
import { en } from "../text/en.ts";
import { count, percent } from "../text/numbers.ts";

const heightPixels = 24;
/** The part of an hour that is left free beside its bar. */
const gap = 0.12;

/** The traffic of the last 24 hours by source type, as thin bars that lead to the statistics. A phone has no space for it. */
export function DayStream(): ReactNode {
  const isPhone = useMediaQuery("(max-width: 767px)");
  return isPhone ? null : <Stream />;
}

function Stream(): ReactNode {
  const { data } = useTraffic("24h");
  const periods = useMemo(() => (data ? periodsOf(data, "24h") : []), [data]);
  const types = occurringTypes(periods);
  const messages = periods.reduce((sum, period) => sum + period.messages, 0);
  const shares = types.map((type) => {
    const ofType = periods.reduce((sum, { bySourceType }) => sum + (bySourceType[type] ?? 0), 0);
    return `${sourceTypeLook(type).name} ${percent(ofType / messages)}`;
  });
  return (
    <Link to="/stats" className="day-stream" title={shares.join(", ")}>
      <span>{en.live.lastDay}</span>
      <Bars periods={periods} types={types} />
      <span className="day-stream-count">
        {data && en.live.dayMessages(count(messages))}
        <span className="visually-hidden">{shares.join(", ")}</span>
      </span>
    </Link>
  );
}

interface BarsProps {
  readonly periods: readonly Period[];
  /** The source types from the bottom of each bar to its top. */
  readonly types: readonly string[];
}

function Bars({ periods, types }: BarsProps): ReactNode {
  const greatest = Math.max(1, ...periods.map(({ messages }) => messages));
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, periods.length)} ${heightPixels}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {periods.map((period, hour) => {
        let top = heightPixels;
        return types.map((type) => {
          const height = ((period.bySourceType[type] ?? 0) / greatest) * heightPixels;
          top -= height;
          return (
            <rect
              key={`${period.fromMs} ${type}`}
              x={hour + gap / 2}
              y={top}
              width={1 - gap}
              height={height}
              fill={`var(--${sourceTypeLook(type).colour})`}
            />
          );
        });
      })}
    </svg>
  );
}
