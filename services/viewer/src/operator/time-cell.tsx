import type { ReactNode } from "react";
import { coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { display } from "../look/display.ts";
import { en } from "../words/en.ts";
import { fullTime, shortTime } from "../words/time.ts";

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
