import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { CommandChooser } from "./command-chooser.tsx";
import { IdentForm } from "./ident-form.tsx";
import { NetworkStationView } from "./network-station.tsx";
import { NetworkRefusals } from "./refusals.tsx";
import { Tar1090Routes } from "./tar1090-routes.tsx";
import { Waiting } from "./waiting.tsx";
import "./reception.css";

const route = getRouteApi("/heard");
const pollMs = 5_000;
const pollForMs = 600_000;

/** Shows feeders, without an account, whether their messages arrive, and how to send some. */
export function ReceptionPage(): ReactNode {
  const { ident } = route.useSearch();
  const { isPolling, restart } = usePolling(ident);
  const query = useRest(
    ["reception", ident],
    (client, signal) => client.readOwnNetwork(ident === undefined ? {} : { ident }, { signal }),
    { ...(isPolling && { everyMs: pollMs }), keepsFormer: true },
  );
  const found = query.data?.stations.find((station) => station.ident === ident);
  const isReceived = found?.lastMessageAt != null;
  const tab =
    ident !== undefined && isReceived ? en.reception.tabReceived(ident) : en.reception.title;
  return (
    <div className="page">
      <div className="page-head">
        <PageTitle text={en.reception.title} tab={tab} />
        {query.data && (
          <p className="quiet small">
            <UntrustedText text={en.reception.address(query.data.address)} />
          </p>
        )}
      </div>
      <div className="page-body reception">
        <QueryState query={query} lines={4}>
          {({ stations, refused, host, ports, comparesNetworks, servesRoutes }) => (
            <>
              {!comparesNetworks && <p className="warn">{en.reception.noNetworks}</p>}
              {stations.length === 0 && ident === undefined && (
                <p className="quiet">{en.reception.nothing}</p>
              )}
              {stations.length > 0 && (
                <ul className="network-stations">
                  {stations.map((station) => (
                    <NetworkStationView key={station.id} station={station} />
                  ))}
                </ul>
              )}
              {refused.length > 0 && <NetworkRefusals refused={refused} />}
              <section className="panel reception-setup" aria-labelledby="set-up">
                <h2 id="set-up">{en.reception.setUp}</h2>
                <IdentForm ident={ident ?? ""} />
                <CommandChooser host={host} ports={ports} ident={ident ?? "MY-STATION"} />
                {ident !== undefined && (
                  <Waiting
                    key={ident}
                    ident={ident}
                    isReceived={isReceived}
                    isPolling={isPolling}
                    onCheck={restart}
                  />
                )}
              </section>
              {servesRoutes && <Tar1090Routes />}
            </>
          )}
        </QueryState>
      </div>
    </div>
  );
}

/** Polls for ten minutes, and again when asked to. */
function usePolling(ident: string | undefined) {
  const [round, setRound] = useState(0);
  const [endedRound, setEndedRound] = useState<string | null>(null);
  const current = `${round} ${ident ?? ""}`;
  useEffect(() => {
    const timer = setTimeout(() => setEndedRound(current), pollForMs);
    return () => clearTimeout(timer);
  }, [current]);
  return { isPolling: endedRound !== current, restart: () => setRound(round + 1) };
}
