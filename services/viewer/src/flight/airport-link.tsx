import type { Airport } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UntrustedText } from "../text/untrusted-text.tsx";

/** An airport as messages name it. */
export interface NamedAirport {
  /** The code as received; null if it is unknown. */
  readonly code: string | null;
  /** The airport with the code; null if there is none, left out if nobody looked. */
  readonly airport?: Airport | null | undefined;
}

/** An airport by its shortest code. It leads to its page, and to the messages that name it if the code is of no airport. */
export function AirportLink({ code, airport }: NamedAirport): ReactNode {
  const shown = airport?.iata ?? airport?.icao ?? code;
  if (shown === null) return null;
  const text = <UntrustedText text={shown} />;
  if (airport === null) {
    return (
      <Link to="/search" search={{ airport: shown }}>
        {text}
      </Link>
    );
  }
  return (
    <Link to="/airports/$code" params={{ code: airport?.id ?? shown }} title={airport?.name}>
      {text}
    </Link>
  );
}
