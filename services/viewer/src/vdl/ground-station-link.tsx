import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UntrustedText } from "../text/untrusted-text.tsx";

/** Returns the address in the id of a ground station. */
export function addressOf(id: string): string {
  return id.slice("vdl-".length);
}

/** Returns what a ground station is called: its name or its airports, which others may have too, and its address. */
export function groundName(id: string, name: string | null): string {
  return name === null ? addressOf(id) : `${name} ${addressOf(id)}`;
}

export function GroundStationLink({ id, name }: { id: string; name: string | null }): ReactNode {
  return (
    <Link to="/ground-stations" search={{ g: id }}>
      <UntrustedText text={groundName(id, name)} />
    </Link>
  );
}
