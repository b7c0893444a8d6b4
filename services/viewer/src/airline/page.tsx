import type { Airline, FlightSummary, ReadMessage } from "@jetwire/protocol";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { useRestList } from "../data/rest/use-rest-list.ts";
import { EntityCommands } from "../entity/entity-commands.tsx";
import { EntityPage } from "../entity/entity-page.tsx";
import { EntityState, isAwaited } from "../entity/entity-state.tsx";
import { FlightSection } from "../entity/flight-section.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { AirlineCounts, useAirlineCounts } from "./airline-counts.tsx";
import { AirlineFleet } from "./fleet.tsx";

const route = getRouteApi("/airlines/$code");
const names = en.entity.airline;

/** One airline: its active flights, what its messages are, the airframes seen, and the messages. */
export function AirlinePage(): ReactNode {
  const { code } = route.useParams();
  const query = useRest(
    ["airline", code],
    async (rest, signal) => await rest.readAirline({ code }, { signal }),
  );
  const flights = useRestList<FlightSummary>(["airline-flights", code], (rest, page, limits) =>
    rest.listAirlineFlights({ code, active: "true", ...page }, limits),
  );
  const counts = useAirlineCounts(code);
  const messages = useRestList<ReadMessage>(["airline-messages", code], (rest, page, limits) =>
    rest.listAirlineMessages({ code, include: "station,airframe,flight", ...page }, limits),
  );
  return (
    <EntityPage
      isLoading={query.isPending || [flights, counts].some(isAwaited)}
      messages={messages}
      heading={en.entity.messages}
      empty={names.noMessages}
    >
      <EntityState kind="airline" query={query} others={[flights, counts]} lines={6}>
        {(airline) => (
          <>
            <AirlineHead airline={airline} />
            <div className="page-body">
              <AirlineCounts airline={airline} query={counts} />
              <div className="pair">
                <FlightSection title={names.active} list={flights} empty={names.noActive}>
                  <Link to="/flights" search={{ airline: airline.icao, all: "1" }}>
                    {names.allFlights}
                  </Link>
                </FlightSection>
                <AirlineFleet code={airline.icao} />
              </div>
            </div>
          </>
        )}
      </EntityState>
    </EntityPage>
  );
}

function AirlineHead({ airline: { name, icao, iata } }: { airline: Airline }): ReactNode {
  return (
    <div className="page-head">
      <PageTitle className="entity" text={name} tab={`${name} (${icao})`} />
      <span className="quiet mono">
        <UntrustedText text={iata === null ? icao : `${icao} · ${iata}`} />
      </span>
      <Link to="/search" search={{ airline: icao }}>
        {en.frame.search}
      </Link>
      <EntityCommands path={`/v1/airlines/${encodeURIComponent(icao)}/messages`} />
    </div>
  );
}
