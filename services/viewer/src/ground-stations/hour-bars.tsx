import type { GroundStationDetails } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { StackedBars } from "../ui/charts/stacked-bars.tsx";
import { fillPeriods } from "../statistics/periods.ts";
import { en } from "../text/en.ts";
import { clockTime } from "../text/time.ts";

const names = en.stations.ground;
const hourMs = 3_600_000;
const hoursShown = 24;
const series = [{ name: names.frames, colour: "--accent" }];

/** The frames of a ground station by hour, of the last day. */
export function HourBars({ hours }: Pick<GroundStationDetails, "hours">): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  if (hours.length === 0) return <p className="quiet">{names.noFrames}</p>;
  const untilMs = Math.floor(nowMs / hourMs) * hourMs + hourMs;
  const range = { sinceMs: untilMs - hoursShown * hourMs, untilMs, stepMs: hourMs };
  const counted = hours.map(({ hour, frames }) => ({
    from: hour,
    messages: frames,
    bySourceType: {},
  }));
  const bars = fillPeriods(counted, range).map(({ fromMs, messages }) => {
    const from = new Date(fromMs).toISOString();
    const name = clockTime(from, zone);
    return { key: from, values: [messages], name, title: `${name}: ${messages}` };
  });
  return <StackedBars label={names.byHour} bars={bars} series={series} height={120} />;
}
