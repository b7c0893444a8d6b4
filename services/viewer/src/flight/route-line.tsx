import type { ReactNode } from "react";
import { AirportLink, type NamedAirport } from "./airport-link.tsx";

interface RouteLineProps {
  readonly from: NamedAirport;
  readonly to: NamedAirport;
}

/** The route of a flight in one line: `SFO → EWR`. Nothing if neither airport is known. */
export function RouteLine({ from, to }: RouteLineProps): ReactNode {
  if (from.code === null && to.code === null) return null;
  return (
    <span className="nowrap">
      {from.code === null ? "?" : <AirportLink {...from} />}
      {" → "}
      {to.code === null ? "?" : <AirportLink {...to} />}
    </span>
  );
}
