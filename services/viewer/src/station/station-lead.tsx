import type { StationStatus } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { Lead } from "../ui/lead.tsx";
import { en } from "../text/en.ts";
import { count, percent } from "../text/numbers.ts";
import { Age } from "../text/when.tsx";
import { lastHour } from "./last-hour.ts";
import { type StationState, stationState } from "./station-state.ts";

const names = en.stations;

const tones: Readonly<Record<StationState, "good" | "warn" | "bad" | undefined>> = {
  online: "good",
  quiet: "warn",
  waiting: undefined,
  offline: "bad",
};

/** Whether a station is well: what it received in the last hour, beside what is usual. */
export function StationLead({ status }: { status: StationStatus }): ReactNode {
  const { messagesPerHour, laterShare, lastHeardAt } = status;
  const { usual } = messagesPerHour;
  const state = stationState(status, messagesPerHour);
  return (
    <Lead
      label={names.isWell}
      tone={tones[state]}
      note={
        <>
          {usual === null ? names.noUsual : names.usualRate(count(usual))}
          {laterShare !== null && ` · ${names.onlyHere(percent(1 - laterShare))}`}
        </>
      }
    >
      {state === "offline" || state === "waiting" ? (
        <>
          {names.well[state]} {lastHeardAt !== null && <Age iso={lastHeardAt} />}
        </>
      ) : (
        names.well[usual === null ? "new" : state](lastHour(messagesPerHour))
      )}
    </Lead>
  );
}
