import type { ReadMessage } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { en } from "../text/en.ts";
import { clockTime, fullTime } from "../text/time.ts";
import { timesOfFlight } from "./flight-times.ts";

const names = en.entity.flight;

/** The times that messages of the flight reported, from the gate to the gate. */
export function FlightTimesLine({ messages }: { messages: readonly ReadMessage[] }): ReactNode {
  const { zone } = useStore(display);
  const times = timesOfFlight(messages);
  if (times.length === 0) return null;
  return (
    <ol className="flight-times" aria-label={names.times}>
      {times.map(({ name, iso }) => (
        <li key={name} title={names.timeHints[name]} data-expected={name === "eta" || undefined}>
          <span className="quiet small">{names.timeNames[name]}</span>
          <time dateTime={iso} title={fullTime(iso, zone)}>
            {clockTime(iso, zone)}
          </time>
        </li>
      ))}
    </ol>
  );
}
