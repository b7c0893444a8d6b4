import type { Me } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { clock } from "../data/clock.ts";
import { useStore } from "../data/store.ts";
import { useRest } from "../data/use-rest.ts";
import { ReasonTable } from "../heard/refusals.tsx";
import { display } from "../look/display.ts";
import { SourceType } from "../look/marks.tsx";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortIdent } from "../words/ident.ts";
import { count, percent } from "../words/numbers.ts";
import { age, dayOf, shortTime } from "../words/time.ts";
import { GapStrip } from "./gap-strip.tsx";
import type { OwnStation } from "./station-order.ts";

type StationEligibility = Me["eligibility"]["stations"][number];

const pollMs = 60_000;

/** One station of the user: whether it is received, what was refused, and its gaps. */
export function DeskStation({
  station,
  status,
  eligibility,
}: OwnStation & { eligibility: StationEligibility | undefined }): ReactNode {
  const { zone } = useStore(display);
  const nowMs = useStore(clock);
  const id = String(station.id);
  const rejects = useRest(
    ["rejects", id],
    (client, signal) => Array.fromAsync(client.listStationRejects({ id }, { signal })),
    { everyMs: pollMs },
  );
  const refused = (rejects.data ?? []).reduce((sum, one) => sum + one.count, 0);
  const { now, usual } = status.messagesPerHour;
  return (
    <li className="panel desk-station" data-online={status.online || undefined}>
      <div className="network-station-line">
        <span className={status.online ? "good" : "bad"} aria-hidden="true">
          {status.online ? "●" : "✖"}
        </span>
        <Link to="/stations/$id" params={{ id }} className="network-station-ident">
          <ForeignName text={shortIdent(station.ident)} />
        </Link>
        {station.sourceType !== null && <SourceType type={station.sourceType} />}
        {status.online && status.lastHeardAt !== null && (
          <strong className="good">
            {en.heard.received(age(nowMs - Date.parse(status.lastHeardAt)))}
          </strong>
        )}
        {!status.online && (
          <strong className="bad">
            {status.since === null
              ? en.heard.neverReceived
              : en.desk.silentSince(
                  shortTime(status.since, zone, nowMs),
                  age(nowMs - Date.parse(status.since)),
                )}
          </strong>
        )}
        <span>
          {usual === null
            ? en.desk.perHourNew(count(now))
            : en.desk.perHour(count(now), count(usual))}
        </span>
        {status.laterShare !== null && <span>{en.desk.first(percent(1 - status.laterShare))}</span>}
        <span className={refused > 0 ? "warn" : "quiet"}>{en.desk.refused(count(refused))}</span>
        {status.provenShare !== null && (
          <span className="quiet">
            {status.provenShare > 0 ? en.desk.proven : en.desk.notProven}
          </span>
        )}
        <Link to="/desk/stations/$id" params={{ id }} className="button">
          {en.desk.settings}
        </Link>
      </div>
      {eligibility && <EligibilityLine eligibility={eligibility} />}
      <GapStrip stationId={id} />
      {rejects.data && rejects.data.length > 0 && (
        <details>
          <summary>{en.heard.refusalsTitle}</summary>
          <ReasonTable refused={rejects.data} />
        </details>
      )}
    </li>
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
