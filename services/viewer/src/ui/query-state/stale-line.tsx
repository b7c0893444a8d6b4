import type { ReactNode } from "react";
import { clock } from "../../data/clock.ts";
import { useStore } from "../../data/store.ts";
import { en } from "../../text/en.ts";
import { age, shortTime } from "../../text/time.ts";
import { display } from "../display/display.ts";

interface StaleLineProps {
  readonly query: { readonly dataUpdatedAt: number };
  /** The interval at which the data is asked for, in ms. */
  readonly everyMs: number;
}

const intervals = 3;

/** Says that polled data is old, once three answers are missing. The data stays. */
export function StaleLine({ query: { dataUpdatedAt }, everyMs }: StaleLineProps): ReactNode {
  const nowMs = useStore(clock);
  const { zone } = useStore(display);
  if (dataUpdatedAt === 0 || nowMs - dataUpdatedAt < intervals * everyMs) return null;
  const time = shortTime(new Date(dataUpdatedAt).toISOString(), zone, nowMs);
  return (
    <p className="warn small" role="status">
      {en.states.stale(time, age(nowMs - dataUpdatedAt))}
    </p>
  );
}
