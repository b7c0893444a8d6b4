import type { Airframe, FlightSummary, ReadMessage } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { useRestList } from "../data/rest/use-rest-list.ts";
import { EntityCommands } from "../entity/entity-commands.tsx";
import { EntityPage } from "../entity/entity-page.tsx";
import { EntityState, isAwaited } from "../entity/entity-state.tsx";
import { FlightSection } from "../entity/flight-section.tsx";
import { en } from "../text/en.ts";
import { AirframeFacts } from "./airframe-facts.tsx";
import { AirframeLead } from "./airframe-lead.tsx";
import { LastPosition } from "./last-position.tsx";

const route = getRouteApi("/airframes/$icao");
const names = en.entity.airframe;

/** One airframe: what registers know of it, its flights, its last position, and its messages. */
export function AirframePage(): ReactNode {
  const { icao } = route.useParams();
  const query = useRest(
    ["airframe", icao],
    async (rest, signal) => await rest.readAirframe({ icao }, { signal }),
  );
  const flights = useRestList<FlightSummary>(["airframe-flights", icao], (rest, page, limits) =>
    rest.listAirframeFlights({ icao, ...page }, limits),
  );
  const messages = useRestList<ReadMessage>(["airframe-messages", icao], (rest, page, limits) =>
    rest.listAirframeMessages({ icao, include: "station,airframe,flight", ...page }, limits),
  );
  return (
    <EntityPage
      isLoading={query.isPending || isAwaited(flights)}
      messages={messages}
      heading={en.entity.messages}
      empty={names.noMessages}
    >
      <EntityState kind="airframe" query={query} others={[flights]} lines={6}>
        {(airframe) => (
          <>
            <AirframeHead airframe={airframe} />
            <div className="page-body">
              <AirframeLead airframe={airframe} flights={flights.data} />
              <AirframeFacts airframe={airframe} />
              <div className="pair">
                <LastPosition flights={flights.data ?? []} />
                <FlightSection title={names.flights} list={flights} empty={names.noFlights} />
              </div>
            </div>
          </>
        )}
      </EntityState>
    </EntityPage>
  );
}

function AirframeHead({ airframe }: { airframe: Airframe }): ReactNode {
  const { tail, icao, id } = airframe;
  const name = tail ?? icao ?? names.noName;
  return (
    <div className="page-head">
      <PageTitle
        className="entity"
        text={name}
        tab={tail !== null && icao !== null ? `${tail} (${icao})` : name}
      />
      {tail !== null && icao !== null && <span className="quiet mono">{icao}</span>}
      {airframe.military === true && <span className="badge">{names.military}</span>}
      <EntityCommands
        path={`/v1/airframes/${encodeURIComponent(icao ?? id)}/messages`}
        {...(tail !== null && { alert: { tail } })}
      />
    </div>
  );
}
