import type { Station, StationStatus } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { Button } from "../ui/button.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { SourceType } from "../ui/marks.tsx";
import { en } from "../text/en.ts";
import { plainText } from "../text/plain-text.ts";
import { Age } from "../text/when.tsx";
import { StateMark } from "./state-mark.tsx";
import { stationState } from "./station-state.ts";
import { lazyPart } from "../app/lazy-part.ts";

const BadgeDialog = lazyPart(() => import("./badge-dialog.tsx"), "BadgeDialog");

const names = en.stations;

interface StationHeadProps {
  readonly station: Station;
  readonly status: StationStatus | undefined;
  /** Whether the page shows the messages as they arrive. */
  readonly isLive: boolean;
}

/** The name and the state of a station, and what can be done with it. */
export function StationHead({ station, status, isLive }: StationHeadProps): ReactNode {
  const [isBadge, setBadge] = useState(false);
  const { id, ident, sourceType, settings } = station;
  const known = status ?? station;
  return (
    <div className="page-head">
      <PageTitle className="entity" text={ident} tab={names.tab(ident)} />
      {sourceType !== null && <SourceType type={sourceType} />}
      {station.simulated && <span className="badge badge-dashed quiet">{names.simulated}</span>}
      <StateMark state={stationState(known, status?.messagesPerHour)} />
      {known.lastHeardAt !== null && (
        <span className="quiet">
          {names.lastMessage} <Age iso={known.lastHeardAt} />
        </span>
      )}
      <div className="page-commands">
        <MonitorLink id={id} isLive={isLive} />
        <Button aria-haspopup="dialog" onClick={() => setBadge(true)}>
          {names.badge}
        </Button>
        {!station.claimed && (
          <Link to="/desk/claim" search={{ station: String(id) }} className="button">
            {names.claim}
          </Link>
        )}
        {station.contact && !settings && (
          <Link
            to="/chat/{-$userId}"
            params={{ userId: station.contact.userId }}
            className="button"
            title={plainText(station.contact.username)}
          >
            {names.writeOwner}
          </Link>
        )}
        {settings && (
          <Link to="/desk/stations/$id" params={{ id: String(id) }} className="button">
            {names.settings}
          </Link>
        )}
      </div>
      {isBadge && (
        <Suspense>
          <BadgeDialog id={id} ident={ident} onClose={() => setBadge(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Opens the monitor, or leaves it. */
function MonitorLink({ id, isLive }: { id: number; isLive: boolean }): ReactNode {
  return (
    <Link
      to="/stations/$id"
      params={{ id: String(id) }}
      search={isLive ? {} : { live: "1" }}
      className="button"
    >
      {isLive ? names.stopMonitor : names.monitor}
    </Link>
  );
}
