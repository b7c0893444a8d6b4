import type { Airport } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UntrustedText } from "../text/untrusted-text.tsx";

interface AirportLinkProps {
  /** The code as received; null if it is unknown. */
  readonly code: string | null;
  readonly airport: Airport | null;
}

/** An airport by its shortest code; it leads to the messages that name it. */
export function AirportLink({ code, airport }: AirportLinkProps): ReactNode {
  const shown = airport?.iata ?? airport?.icao ?? code;
  if (shown === null) return null;
  return (
    <Link to="/search" search={{ airport: airport?.icao ?? shown }} title={airport?.name}>
      <UntrustedText text={shown} />
    </Link>
  );
}
