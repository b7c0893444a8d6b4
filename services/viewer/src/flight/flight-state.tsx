import type { ReactNode } from "react";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";

const marks: Readonly<Record<string, string>> = { active: "●", landed: "◐", ended: "○" };
const names: Readonly<Record<string, string>> = en.entity.flight.states;

/** The state of a flight: a mark and its word. */
export function FlightState({ status }: { status: string | null }): ReactNode {
  if (status === null) return null;
  return (
    <span className="state" data-state={status}>
      <span aria-hidden="true">{Object.hasOwn(marks, status) ? marks[status] : "○"}</span>{" "}
      {Object.hasOwn(names, status) ? names[status] : <UntrustedText text={status} />}
    </span>
  );
}
