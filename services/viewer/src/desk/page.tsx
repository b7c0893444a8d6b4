import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { NeedsUser } from "../app/needs-user.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";
import { DeskFeed } from "./feed/desk-feed.tsx";
import { DeskStation } from "./desk-station.tsx";
import { IncomingTransfers } from "./incoming-transfers.tsx";
import { useOwnStations } from "./own-stations.ts";
import { Usage } from "./usage.tsx";
import { SignInMethodReminder } from "./sign-in-method-reminder.tsx";
import "./desk.css";

/** The desk of feeders: their stations, problems first, and every message of them. */
export function DeskPage(): ReactNode {
  return (
    <NeedsUser title={en.desk.title} purpose={en.desk.purpose}>
      <Desk />
    </NeedsUser>
  );
}

function Desk(): ReactNode {
  const stations = useOwnStations();
  const me = useRest(["me"], (client, signal) => client.readMe({}, { signal }));
  const all = stations.data ?? [];
  const fine = all.filter(({ online }) => online).length;
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={en.desk.title} />
        {all.length > 0 && (
          <p className={fine === all.length ? "good" : "warn"} role="status">
            {fine === all.length ? "● " : "◐ "}
            {en.desk.fine(fine, all.length)}
          </p>
        )}
        <div className="page-commands">
          <Link to="/desk/claim" className="button">
            {en.desk.claim}
          </Link>
          <Link to="/desk/keys" className="button">
            {en.desk.keys}
          </Link>
          <Link to="/desk/alerts" className="button">
            {en.desk.alerts}
          </Link>
          <Link to="/desk/destinations" className="button">
            {en.destinations.title}
          </Link>
        </div>
      </div>
      <div className="page-body">
        <SignInMethodReminder />
        <IncomingTransfers />
        <QueryState query={stations} lines={3}>
          {(own) =>
            own.length === 0 ? (
              <div className="panel empty">
                <p>{en.desk.none}</p>
                <Link to="/heard" className="button button-main">
                  {en.desk.reception}
                </Link>
              </div>
            ) : (
              <ul className="desk-stations">
                {own.map((station) => (
                  <DeskStation
                    key={station.id}
                    station={station}
                    eligibility={me.data?.eligibility.stations.find(({ id }) => id === station.id)}
                  />
                ))}
              </ul>
            )
          }
        </QueryState>
        <Usage />
      </div>
      {all.length > 0 && <DeskFeed stations={all} />}
    </div>
  );
}
