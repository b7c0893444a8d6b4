import type { Flight, ReadFlightFacts, ReadMessage } from "@jetwire/protocol";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { useRest } from "../data/rest/use-rest.ts";
import { useRestList } from "../data/rest/use-rest-list.ts";
import { EntityCommands } from "../entity/entity-commands.tsx";
import { EntityPage } from "../entity/entity-page.tsx";
import { EntityState, isAwaited } from "../entity/entity-state.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { FlightDetails } from "./flight-details.tsx";
import { flightName, routeCodes } from "./flight-names.ts";
import { FlightRoute, useFlightFacts } from "./flight-route.tsx";
import { FlightState } from "./flight-state.tsx";
import { FlightTrack, useFlightTrack } from "./flight-track.tsx";

const route = getRouteApi("/flights/$id");

const everyMs = 30_000;

/** One flight: its airframe and route, its track, and its messages. */
export function FlightPage(): ReactNode {
  const { id } = route.useParams();
  const query = useRest(
    ["flight", id],
    async (rest, signal) => await rest.readFlight({ id }, { signal }),
    { everyMs },
  );
  const messages = useRestList<ReadMessage>(["flight-messages", id], (rest, page, limits) =>
    rest.listFlightMessages({ id, include: "station,airframe,flight", ...page }, limits),
  );
  const facts = useFlightFacts(id);
  const track = useFlightTrack(id);
  return (
    <EntityPage
      isLoading={query.isPending || isAwaited(facts) || isAwaited(track)}
      messages={messages}
      heading={en.entity.messages}
      empty={en.entity.flight.noMessages}
    >
      <EntityState kind="flight" query={query} others={[facts]} lines={6}>
        {(flight) => (
          <>
            <FlightHead flight={flight} />
            <div className="page-body">
              <QueryState query={facts}>
                {(known) => known && <FlightRoute facts={known} />}
              </QueryState>
              <FlightDetails flight={flight} hasRoute={hasRoute(facts.data)} />
              <FlightTrack query={track} name={flightName(flight)} />
            </div>
          </>
        )}
      </EntityState>
    </EntityPage>
  );
}

function hasRoute(facts: ReadFlightFacts | null | undefined): boolean {
  return (facts?.departure ?? facts?.destination ?? null) !== null;
}

function FlightHead({ flight }: { flight: Flight }): ReactNode {
  const name = flightName(flight);
  const codes = routeCodes(flight);
  return (
    <div className="page-head">
      <PageTitle className="entity" text={name} tab={codes === null ? name : `${name} ${codes}`} />
      {flight.flightIata !== null && (
        <span className="quiet">
          <UntrustedText text={flight.flightIata} />
        </span>
      )}
      <FlightState status={flight.status} />
      <EntityCommands path={`/v1/flights/${flight.id}/messages`} alert={{ flight: name }} />
    </div>
  );
}
