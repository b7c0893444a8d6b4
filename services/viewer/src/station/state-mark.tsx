import type { ReactNode } from "react";
import { en } from "../text/en.ts";
import type { StationState } from "./station-state.ts";

const marks: Readonly<Record<StationState, string>> = {
  online: "●",
  quiet: "◐",
  waiting: "○",
  offline: "✖",
};

/** The state of a station: a mark and its words. */
export function StateMark({ state }: { state: StationState }): ReactNode {
  return (
    <span className="state" data-state={state}>
      <span aria-hidden="true">{marks[state]}</span> {en.stations.states[state]}
    </span>
  );
}
