import type { GroundStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { en } from "../text/en.ts";
import { megahertz } from "../text/numbers.ts";
import { typeOf } from "./systems.ts";

interface FrequenciesProps {
  readonly station: GroundStation;
  readonly shownMax: number;
  /** Whether nothing says how many more there are. */
  readonly hidesRest?: boolean;
}

/** The frequencies on which a ground station was active; each leads to its messages. */
export function GroundStationFrequencies({
  station,
  shownMax,
  hidesRest,
}: FrequenciesProps): ReactNode {
  const { frequencies, system } = station;
  const hidden = frequencies.length - shownMax;
  return (
    <span className="frequencies">
      {frequencies.slice(0, shownMax).map(({ frequency }) => (
        <Link
          key={frequency}
          to="/search"
          search={{ source_type: typeOf(system), frequency: String(frequency) }}
          className="mono"
          preload={false}
        >
          {megahertz(frequency)}
        </Link>
      ))}
      {hidden > 0 && hidesRest !== true && (
        <span className="quiet">{en.stations.ground.more(hidden)}</span>
      )}
    </span>
  );
}
