import type { ReactNode } from "react";
import { clock, coarseClock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { en } from "./en.ts";
import { age, fullTime, minuteTime, shortTime } from "./time.ts";

/** A time: `12:59:03`, with the day if it is not today. */
export function When({ iso }: { iso: string }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  return (
    <time dateTime={iso} title={fullTime(iso, zone)}>
      {shortTime(iso, zone, nowMs)}
    </time>
  );
}

/** A time that is known to the minute: `12:59`, with the day if it is not today. */
export function Minute({ iso }: { iso: string }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(coarseClock);
  return (
    <time dateTime={iso} title={fullTime(iso, zone)}>
      {minuteTime(iso, zone, nowMs)}
    </time>
  );
}

/** How long ago something was: `2 s ago`. */
export function Age({ iso }: { iso: string }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(clock);
  return (
    <time className="age" dateTime={iso} title={fullTime(iso, zone)}>
      {en.states.ago(age(nowMs - Date.parse(iso)))}
    </time>
  );
}
