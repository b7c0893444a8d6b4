import type { ReactNode } from "react";
import { coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { en } from "../text/en.ts";
import { fullTime, shortTime } from "../text/time.ts";

/** A time in a table; a dash for none. */
export function TimeCell({ at }: { at: string | null }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  if (at === null) return en.operator.unknown;
  return (
    <time dateTime={at} title={fullTime(at, zone)}>
      {shortTime(at, zone, nowMs)}
    </time>
  );
}
