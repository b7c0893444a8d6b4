import type { ListedStation, Me, StationStatus } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { clock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { ReasonTable } from "../reception/refusals.tsx";
import { display } from "../ui/display/display.ts";
import { useInView } from "../ui/use-in-view.ts";
import { SourceType } from "../ui/marks.tsx";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortIdent } from "../text/ident.ts";
import { count, percent } from "../text/numbers.ts";
import { age, dayOf, shortTime } from "../text/time.ts";
import { OwnStationGaps } from "./own-station-gaps.tsx";
import { useStationDetails } from "./own-stations.ts";

type StationEligibility = Me["eligibility"]["stations"][number];

interface DeskStationProps {
  readonly station: ListedStation;
  readonly eligibility: StationEligibility | undefined;
}

/** One station of the user: whether it is received, what was refused, and its gaps. */
export function DeskStation({ station, eligibility }: DeskStationProps): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(clock);
  const row = useRef<HTMLLIElement>(null);
  const isEnabled = useInView(row);
  const id = String(station.id);
  const { data: status } = useStationDetails(
    ["station-status", station.id],
    (client, signal) => client.readStationStatus({ id }, { signal }),
    { isEnabled },
  );
  const rejects = useStationDetails(
    ["rejects", id],
    (client, signal) => Array.fromAsync(client.listStationRejects({ id }, { signal })),
    { isEnabled },
  );
  const refused = (rejects.data ?? []).reduce((sum, one) => sum + one.count, 0);
  const silentSince = status?.since ?? station.lastHeardAt;
  return (
    <li ref={row} className="panel desk-station" data-online={station.online || undefined}>
      <div className="network-station-line">
        <span className={station.online ? "good" : "bad"} aria-hidden="true">
          {station.online ? "●" : "✖"}
        </span>
        <Link to="/stations/$id" params={{ id }} className="network-station-ident">
          <UntrustedName text={shortIdent(station.ident)} />
        </Link>
        {station.sourceType !== null && <SourceType type={station.sourceType} />}
        {station.online && station.lastHeardAt !== null && (
          <strong className="good">
            {en.reception.received(age(nowMs - Date.parse(station.lastHeardAt)))}
          </strong>
        )}
        {!station.online && (
          <strong className="bad">
            {silentSince === null
              ? en.reception.neverReceived
              : en.desk.silentSince(
                  shortTime(silentSince, zone, nowMs),
                  age(nowMs - Date.parse(silentSince)),
                )}
          </strong>
        )}
        {status && <Traffic status={status} />}
        {rejects.data && (
          <span className={refused > 0 ? "warn" : "quiet"}>{en.desk.refused(count(refused))}</span>
        )}
        <Link to="/desk/stations/$id" params={{ id }} className="button">
          {en.desk.settings}
        </Link>
      </div>
      {eligibility && <EligibilityLine eligibility={eligibility} />}
      <OwnStationGaps stationId={id} isEnabled={isEnabled} />
      {rejects.data && rejects.data.length > 0 && (
        <details>
          <summary>{en.reception.refusalsTitle}</summary>
          <ReasonTable refused={rejects.data} />
        </details>
      )}
    </li>
  );
}

function Traffic({ status }: { status: StationStatus }): ReactNode {
  const { messagesPerHour, laterShare, provenShare } = status;
  const { now, usual } = messagesPerHour;
  return (
    <>
      <span>
        {usual === null
          ? en.desk.perHourNew(count(now))
          : en.desk.perHour(count(now), count(usual))}
      </span>
      {laterShare !== null && <span>{en.desk.first(percent(1 - laterShare))}</span>}
      {provenShare !== null && (
        <span className="quiet">{provenShare > 0 ? en.desk.proven : en.desk.notProven}</span>
      )}
    </>
  );
}

function EligibilityLine({ eligibility }: { eligibility: StationEligibility }): ReactNode {
  const { zone } = useStore(display);
  if (eligibility.eligible) return <p className="good small">{en.desk.eligible}</p>;
  const meetsAt = "meetsAt" in eligibility ? eligibility.meetsAt : null;
  if (typeof meetsAt === "string") {
    return <p className="quiet small">{en.desk.eligibleAt(dayOf(meetsAt, zone))}</p>;
  }
  return (
    <>
      {eligibility.lacks.map((lack) => (
        <p key={lack} className="quiet small">
          {en.desk.lacks[lack]}
        </p>
      ))}
    </>
  );
}
