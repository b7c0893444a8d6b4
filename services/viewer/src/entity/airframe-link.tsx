import type { MessageAirframe } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UntrustedText } from "../text/untrusted-text.tsx";

/** An airframe by its tail, else by its address. */
export function AirframeLink({
  airframe: { id, icao, tail },
}: {
  airframe: Pick<MessageAirframe, "id" | "icao" | "tail">;
}): ReactNode {
  return (
    <Link to="/airframes/$icao" params={{ icao: icao ?? id }} className="strong">
      <UntrustedText text={tail ?? icao ?? id.slice(0, 8)} />
    </Link>
  );
}
